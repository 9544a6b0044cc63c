// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/workload.h"

#include "core/base/propagate.h"

namespace edgewright::cli {

Result<cost::Workload> workloadFrom(Console& console, const ModelArguments& model, const std::string& topology,
                                    std::optional<cost::Mode> mode) {
    cost::Workload workload;
    if (!topology.empty()) {
        ASSIGN_OR_RETURN(workload, cost::readTopology(topology));
    } else {
        ASSIGN_OR_RETURN(const auto typed, load(console, model, true));
        workload = cost::workloadOf(*typed->graph);
    }
    workload.mode = mode.value_or(workload.mode);
    return workload;
}

} // namespace edgewright::cli
