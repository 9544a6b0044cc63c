// SPDX-License-Identifier: GPL-3.0-or-later
// What an accelerator has to do, as verbs take it: a model, as it is or fused, or a topology.
#pragma once

#include "app/cli/console.h"
#include "app/cli/model_arguments.h"
#include "core/cost/workload.h"

#include <memory>
#include <optional>
#include <string>

namespace edgewright::cli {

class Outputs;

struct WorkloadArguments {
    ModelArguments model;
    std::string topology;
    bool fuse = false;

    void declare(CLI::App& verb);
    bool isOne() const { return model.model.empty() != topology.empty(); } // else both or neither are given
    void tell(Outputs& outputs) const;                                     // what is read
};

struct GivenWorkload {
    cost::Workload workload;
    std::shared_ptr<const fusion::History> history; // of the model where it is fused; else null
};
// By the rules of `mode`, or those usual for a model or a topology.
Result<GivenWorkload> workloadFrom(Console& console, const WorkloadArguments& arguments,
                                   std::optional<cost::Mode> mode);

} // namespace edgewright::cli
