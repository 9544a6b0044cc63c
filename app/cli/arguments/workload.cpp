// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/workload.h"

#include "app/cli/arguments/study_argument.h"
#include "app/cli/outputs.h"
#include "core/base/propagate.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli {

void WorkloadArguments::declare(CLI::App& verb) {
    model.declare(verb, false);
    auto* file = verb.add_option("--topology", topology, "A SCALE-Sim topology CSV instead of a model");
    file->type_name("FILE.csv");
    auto* flag = verb.add_flag("--fuse", fuse, "Of the fused model: what a group hands over stays on chip");
    flag->excludes(file);
    verb.add_option(
            "--study", study,
            "The model of a study, fused, and the accelerator that was chosen for it; what else is said "
            "here comes on top")
        ->type_name("FILE")
        ->excludes(file);
}

void WorkloadArguments::tell(Outputs& outputs) const {
    outputs.readsModel(model.model);
    outputs.reads(topology);
    outputs.reads(study);
}

Result<GivenWorkload> workloadFrom(Console& console, const WorkloadArguments& arguments,
                                   std::optional<cost::Mode> mode) {
    GivenWorkload given;
    if (!arguments.topology.empty()) {
        ASSIGN_OR_RETURN(given.workload, cost::readTopology(arguments.topology));
    } else {
        ModelArguments model = arguments.model;
        std::optional<pipeline::StudyFile> study;
        if (!arguments.study.empty()) {
            ASSIGN_OR_RETURN(study, readStudyOf(console, arguments.study, model));
        }
        ASSIGN_OR_RETURN(const auto typed, load(console, model, true));
        if (study) given.settings = settingsFor(console, arguments.study, *std::move(study), *typed->graph);
        if (arguments.isFused()) {
            const fusion::Options options = given.settings ? given.settings->fusion : fusion::Options();
            auto history = pipeline::fuse(*typed, options, console.run());
            if (!history) return std::move(history).error().within(model.model);
            given.history = *std::move(history);
        }
        given.workload = cost::workloadOf(given.history ? given.history->graph : *typed->graph);
    }
    given.workload.mode = mode.value_or(given.workload.mode);
    return given;
}

} // namespace edgewright::cli
