// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that each look at one side of a graph: memory, accelerator, INT8.
#include "core/pipeline/study.h"

#include "core/exec/executor.h"
#include "core/memory/planner.h"
#include "core/memory/verify.h"

#include <algorithm>
#include <chrono>

namespace edgewright::pipeline {

Result<std::shared_ptr<const MemoryPlan>> plan(const ir::Graph& graph, const memory::LivenessOptions& options,
                                               const std::string& plannerName, const RunContext& run) {
    const memory::Planner* planner = memory::findPlanner(plannerName);
    if (!planner) return badInput("no planner is called '" + plannerName + "'");
    auto result = std::make_shared<MemoryPlan>();
    result->liveness = memory::liveness(graph, options);
    const memory::Problem& problem = result->liveness.problem;
    const auto start = std::chrono::steady_clock::now();
    auto solution = planner->solve(problem, {}, run);
    if (!solution) return std::move(solution).error();
    result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (const memory::Verdict verdict = memory::verify(problem, *solution); !verdict.legal)
        return internalError("planner " + plannerName + " made an illegal plan: " + verdict.reason);
    result->solution = std::move(*solution);
    result->planner = plannerName;
    result->lowerBound = memory::lowerBound(problem, &result->liveBytes);
    result->sum = memory::sumOfSizes(problem);
    const auto peak = std::ranges::max_element(result->liveBytes);
    result->peakStep = peak == result->liveBytes.end() ? 0 : peak - result->liveBytes.begin();
    return std::shared_ptr<const MemoryPlan>(std::move(result));
}

Result<std::shared_ptr<const Costs>> costs(const ir::Graph& graph, const cost::Accelerator& accelerator,
                                           const RunContext& run) {
    cost::Workload workload = cost::workloadOf(graph);
    auto report = cost::estimate(workload, accelerator, run);
    if (!report) return std::move(report).error();
    auto result = std::make_shared<Costs>();
    result->report = std::move(*report);
    result->roofline = cost::roofline(accelerator);
    result->skipped = std::move(workload.skipped);
    return std::shared_ptr<const Costs>(std::move(result));
}

Result<std::shared_ptr<const std::vector<cost::DesignPoint>>> sweep(const ir::Graph& graph,
                                                                    const RunContext& run) {
    std::vector<cost::ArraySize> arrays;
    for (std::int64_t size = 4; size <= 128; size *= 2)
        arrays.push_back({size, size});
    auto points = cost::sweep(cost::workloadOf(graph), arrays, run);
    if (!points) return std::move(points).error();
    return std::make_shared<const std::vector<cost::DesignPoint>>(std::move(*points));
}

Result<std::shared_ptr<const quant::LayerStudy>> studyLayer(const Typed& typed, NodeId node,
                                                            const Int8Options& options, const RunContext& run) {
    const ir::Graph& graph = *typed.graph;
    if (!graph.contains(node) || !quant::canStudy(graph, graph.node(node)))
        return badInput("this node is no Conv or Gemm with constant weights");
    const ValueId input = graph.node(node).input(0);
    const auto feeds = exec::seededFeeds(graph, options.seed, run);
    if (!feeds) return feeds.error();
    exec::RunOptions runOptions;
    runOptions.capture = {input};
    auto executed = exec::run(graph, typed.opened->model->opsets, *feeds, runOptions, run);
    if (!executed) return std::move(executed).error();
    const auto found = executed->captured.find(input);
    if (found == executed->captured.end())
        return internalError("the input of '" + graph.node(node).label() + "' was not captured");
    auto study = quant::studyLayer(graph, node, found->second, options.study, run);
    if (!study) return std::move(study).error();
    return std::make_shared<const quant::LayerStudy>(std::move(*study));
}

} // namespace edgewright::pipeline
