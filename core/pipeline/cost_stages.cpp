// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the accelerator.
#include "core/pipeline/study.h"

#include "core/base/propagate.h"

namespace edgewright::pipeline {

Result<std::shared_ptr<const Costs>> costs(const ir::Graph& graph, const cost::Accelerator& accelerator,
                                           const RunContext& run) {
    cost::Workload workload = cost::workloadOf(graph);
    ASSIGN_OR_RETURN(auto report, cost::estimate(workload, accelerator, run));
    auto result = std::make_shared<Costs>();
    result->report = std::move(report);
    result->roofline = cost::roofline(accelerator);
    result->skipped = std::move(workload.skipped);
    result->notes = std::move(workload.notes);
    result->unmodelled = std::move(workload.unmodelled);
    return std::shared_ptr<const Costs>(std::move(result));
}

Result<std::shared_ptr<const std::vector<cost::DesignPoint>>> sweep(const ir::Graph& graph,
                                                                    const RunContext& run) {
    std::vector<cost::ArraySize> arrays;
    for (std::int64_t size = 4; size <= 128; size *= 2)
        arrays.push_back({size, size});
    ASSIGN_OR_RETURN(auto points, cost::sweep(cost::workloadOf(graph), arrays, run));
    return std::make_shared<const std::vector<cost::DesignPoint>>(std::move(points));
}

} // namespace edgewright::pipeline
