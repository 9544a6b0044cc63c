// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/study_argument.h"

#include "core/base/propagate.h"

namespace edgewright::cli {

Result<pipeline::StudyFile> readStudyOf(Console& console, const std::string& file, ModelArguments& model) {
    ASSIGN_OR_RETURN(auto study, pipeline::readStudy(file, model.memory.studyBytes()));
    if (model.model.empty())
        model.model = study.model.string();
    else
        study.model = model.model;
    if (const std::string other = pipeline::whyOtherModel(study); !other.empty()) {
        console.note("warning: " + file + ": " + other);
        study.measurements.clear();
    }
    const ir::Bindings given = model.bindings();
    for (const auto& [symbol, extent] : study.settings.bindings)
        if (!given.contains(symbol)) model.bind.push_back(symbol + "=" + std::to_string(extent));
    return study;
}

pipeline::Settings settingsFor(Console& console, const std::string& file, pipeline::StudyFile study,
                               const ir::Graph& graph) {
    pipeline::matchTo(study, graph);
    for (const std::string& note : study.notes)
        console.note("note: " + file + ": " + note);
    return std::move(study.settings);
}

} // namespace edgewright::cli
