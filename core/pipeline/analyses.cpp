// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that each look at one side of a graph: accelerator, INT8.
#include "core/pipeline/study.h"

#include "core/base/propagate.h"
#include "core/exec/executor.h"

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

Result<std::shared_ptr<const quant::LayerStudy>> studyLayer(const Typed& typed, NodeId node,
                                                            const Int8Options& options, const RunContext& run) {
    const ir::Graph& graph = *typed.graph;
    if (!graph.contains(node) || !quant::canStudy(graph, graph.node(node)))
        return badInput("this node is no Conv or Gemm with constant weights");
    const ValueId input = graph.node(node).input(0);
    ASSIGN_OR_RETURN(const auto feeds, exec::seededFeeds(graph, options.seed, run));
    exec::RunOptions runOptions;
    runOptions.capture = {input};
    ASSIGN_OR_RETURN(auto executed, exec::run(graph, typed.opened->model->opsets, feeds, runOptions, run));
    const auto found = executed.captured.find(input);
    if (found == executed.captured.end())
        return internalError("the input of '" + graph.node(node).label() + "' was not captured");
    ASSIGN_OR_RETURN(auto study, quant::studyLayer(graph, node, found->second, options.study, run));
    return std::make_shared<const quant::LayerStudy>(std::move(study));
}

} // namespace edgewright::pipeline
