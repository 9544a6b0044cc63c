// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/pipeline/benefits.h"
#include "core/pipeline/stages/processor_settings.h"

namespace edgewright::pipeline::benefits_pinned_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    addProcessor(settings, text);
    text.add(settings.viewState.pinnedFusion.get());
}

Result<std::shared_ptr<const Benefits>> compute(const Analysis&, const Settings& settings,
                                                const RunContext& run) {
    ASSIGN_OR_RETURN(auto made, benefits(*settings.viewState.pinnedFusion, run, processorOf(settings)));
    return std::make_shared<const Benefits>(std::move(made));
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::pinnedBenefits, compute>({
    .name = "benefits_pinned",
    .title = TRANSLATABLE("Stage", "What the pinned fusion saves"),
    .needs = {"type"},
    .applies = [](const Analysis&,
                  const Settings& settings) { return settings.viewState.pinnedFusion != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::benefits_pinned_stage
