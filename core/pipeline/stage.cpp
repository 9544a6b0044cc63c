// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"

#include "core/base/catalogue.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "stages.def"

#include <algorithm>

namespace edgewright::pipeline {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_STAGES, stages, Stage, _stage)

const Stage* findStage(std::string_view name) {
    const auto found = std::ranges::find(stages(), name, [](const Stage* stage) { return stage->name; });
    return found == stages().end() ? nullptr : *found;
}

std::string settingsTextOf(std::string_view name, const Settings& settings) {
    const Stage& stage = *findStage(name);
    SettingsText text;
    for (const std::string_view need : stage.needs)
        if (!need.empty()) text.add(settingsTextOf(need, settings));
    if (stage.settings) stage.settings(settings, text);
    return text.text();
}

const Error* errorOf(const Analysis& analysis, std::string_view name) {
    if (const auto own = analysis.errors.find(name); own != analysis.errors.end()) return &own->second;
    if (const Stage* stage = findStage(name))
        for (const std::string_view need : stage->needs)
            if (const Error* error = need.empty() ? nullptr : errorOf(analysis, need)) return error;
    return nullptr;
}

Result<void> evaluate(Analysis& analysis, const Settings& settings, std::string_view name,
                      const RunContext& run) {
    const Stage* stage = findStage(name);
    if (!stage) return badInput(say("no stage is called '{1}'", name));
    if (stage->has(analysis)) return {};
    for (const std::string_view need : stage->needs)
        if (!need.empty()) RETURN_IF_ERROR(evaluate(analysis, settings, need, run));
    if (stage->applies && !stage->applies(analysis, settings))
        return badInput(say("'{1}' cannot be computed with these settings", name));
    ASSIGN_OR_RETURN(const StageResult result,
                     stage->compute(analysis, settings, run, [](const StageResult&) {}));
    stage->put(analysis, result);
    return {};
}

} // namespace edgewright::pipeline
