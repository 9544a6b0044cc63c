// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `fuse`: rules, single applications, groups by hand, a study.
#pragma once

#include "app/cli/arguments/field_options.h"
#include "app/cli/arguments/model_arguments.h"
#include "app/cli/outputs.h"
#include "core/fusion/option_fields.h"

#include <optional>

namespace edgewright::cli {

struct FuseArguments {
    ModelArguments model;
    RuleArguments rules;
    std::string output, study, saveStudy, device;
    std::vector<std::string> groups; // "Conv_1,Relu_2"
    std::vector<std::string> skips;  // "fold_batch_norm:Conv_1"
    FieldOptions<fusion::Options> options{fusion::optionFields()};
    bool verify = false;
    bool force = false; // see Outputs
    std::uint64_t seed = 1;
    std::int64_t seeds = 3;
    std::optional<double> tolerance; // pipeline::CheckOptions says which without it

    void declare(CLI::App& verb);
};

// The model and what was chosen for it: a study's settings first, then the command line's.
struct FuseTask {
    std::shared_ptr<const pipeline::Typed> typed; // open dimensions stay open
    pipeline::Settings settings;
    FuseArguments arguments; // with the model and the bindings of the study
    std::string measurements =
        {}; // of the study, where its model is this one: pipeline::StudyFile::measurements
};

// Throws CLI::ValidationError for names that no rule or node has.
Result<FuseTask> prepareFusion(Console& console, const FuseArguments& arguments);
// Fuses; applications that --skip names are found in a first go and left out in a second.
Result<std::shared_ptr<const fusion::History>> fuseAsAsked(Console& console, FuseTask& task, double& seconds);

} // namespace edgewright::cli
