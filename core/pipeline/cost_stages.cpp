// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of the accelerator.
#include "core/pipeline/study.h"

#include "core/base/propagate.h"

namespace edgewright::pipeline {

Result<std::shared_ptr<const Costs>> costs(const ir::Graph& graph, const cost::Accelerator& accelerator,
                                           const RunContext& run, const cost::AdoptedTilings& tilings) {
    cost::Workload workload = cost::workloadOf(graph);
    workload.tilings = tilings;
    ASSIGN_OR_RETURN(auto report, cost::estimate(workload, accelerator, run));
    auto result = std::make_shared<Costs>();
    result->report = std::move(report);
    result->roofline = cost::roofline(accelerator, result->report.mode);
    result->skipped = std::move(workload.skipped);
    result->notes = std::move(workload.notes);
    result->unmodelled = std::move(workload.unmodelled);
    result->uncounted = std::move(workload.uncounted);
    return std::shared_ptr<const Costs>(std::move(result));
}

Result<std::shared_ptr<const Improvements>> improvements(const ir::Graph& graph, const Costs& now,
                                                         const RunContext& run) {
    cost::Workload workload = cost::workloadOf(graph);
    workload.tilings = now.report.tilings;
    ASSIGN_OR_RETURN(auto made, cost::improvements(workload, now.report, run));
    return std::make_shared<const Improvements>(std::move(made));
}

} // namespace edgewright::pipeline
