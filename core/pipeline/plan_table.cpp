// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/plan_table.h"

#include "core/base/propagate.h"
#include "core/exec/executor.h"
#include "core/memory/body_plan.h"
#include "core/memory/bounds.h"

#include <algorithm>
#include <iterator>

namespace edgewright::pipeline {

namespace {

Result<exec::RunResult> runOnce(const ir::Graph& graph, const ir::Opsets& opsets, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto feeds, ir::seededFeeds(graph, 1, run));
    exec::RunOptions options;
    options.roundHalves = true; // as every run with an arena
    return exec::run(graph, opsets, feeds, options, run);
}

} // namespace

Result<void> measureScratch(const ir::Graph& graph, const ir::Opsets& opsets, memory::LivenessOptions& options,
                            Diagnostics& notes, const RunContext& run) {
    const auto executed = runOnce(graph, opsets, run);
    if (executed) {
        for (const exec::NodeScratch& each : executed->scratch)
            options.scratch[each.node] = each.bytes;
        return {};
    }
    if (executed.error().code == ErrorCode::Cancelled) return executed.error();
    notes.push_back({Severity::Warning, "scratch",
                     "what operators need for themselves is not planned, as the model does not run: " +
                         executed.error().message,
                     NodeId(), ValueId(), ""});
    return {};
}

Result<std::shared_ptr<const PlanSubject>> planSubject(const ir::Graph& graph, const ir::Opsets& opsets,
                                                       const PlanOptions& options, const RunContext& run) {
    auto subject = std::make_shared<PlanSubject>();
    subject->sharing = options.liveness;
    ASSIGN_OR_RETURN(subject->execution, executionGraph(graph, opsets, subject->sharing, run));
    subject->sharing.bodies = memory::planBodies(subject->execution.graph(), subject->sharing);
    if (options.measureScratch)
        RETURN_IF_ERROR(
            measureScratch(subject->execution.graph(), opsets, subject->sharing, subject->notMeasured, run));
    return std::shared_ptr<const PlanSubject>(std::move(subject));
}

Result<std::shared_ptr<const OrderedSubject>> orderSubject(std::shared_ptr<const PlanSubject> subject,
                                                           const PlanOptions& options, const RunContext& run) {
    auto result = std::make_shared<OrderedSubject>();
    result->subject = std::move(subject);
    const PlanSubject& it = *result->subject;
    ASSIGN_OR_RETURN(result->ordering, orderOf(it.execution.lowered.graph, it.sharing, options.scheduler,
                                               options.seconds / 2, run, options.prunings));
    result->liveness = memory::liveness(*result->ordering.graph, it.sharing);
    result->liveness.problem.capacity = options.capacity;
    result->lowerBound = memory::alignedBound(result->liveness.problem);
    return std::shared_ptr<const OrderedSubject>(std::move(result));
}

Result<std::shared_ptr<const MemoryPlan>> planCell(const OrderedSubject& ordered, const PlanOptions& options,
                                                   const RunContext& run) {
    auto result = std::make_shared<MemoryPlan>();
    result->execution = ordered.subject->execution;
    result->ordering = ordered.ordering;
    result->liveness = ordered.liveness;
    result->planner = options.planner;

    memory::PlannerOptions search;
    search.timeLimitSeconds = std::max(0.0, options.seconds - ordered.ordering.seconds);
    search.seed = options.seed;
    search.prunings = options.prunings;
    search.fitIsEnough = options.capacity.has_value();
    search.improved = options.improved;
    ASSIGN_OR_RETURN(auto packed, packGraph(result->graph(), ordered.subject->sharing, result->liveness,
                                            options.planner, search, run));
    result->solution = std::move(packed.solution);
    result->verdict = std::move(packed.verdict);
    result->seconds = packed.seconds;
    result->improvements = std::move(packed.improvements);
    std::ranges::copy(ordered.subject->notMeasured, std::back_inserter(result->liveness.skipped));
    const memory::Problem& problem = result->liveness.problem;
    result->lowerBound = memory::alignedBound(problem, &result->liveBytes);
    const auto unshared = memory::findPlanner("no_reuse")->solve(problem, {}, {});
    result->sum = unshared ? unshared->peak : memory::sumOfSizes(problem);
    const auto peak = std::ranges::max_element(result->liveBytes);
    result->peakStep = peak == result->liveBytes.end() ? 0 : peak - result->liveBytes.begin();
    return std::shared_ptr<const MemoryPlan>(std::move(result));
}

std::vector<PlanCell> planCells(const PlanOptions& options) {
    std::vector<PlanCell> cells;
    for (const memory::Scheduler* scheduler : memory::schedulers())
        for (const memory::Planner* planner : memory::planners())
            cells.push_back({std::string(planner->name), std::string(scheduler->name)});
    std::stable_partition(cells.begin(), cells.end(),
                          [&](const PlanCell& cell) { return cell.scheduler == options.scheduler; });
    std::stable_partition(cells.begin(), cells.end(), [&](const PlanCell& cell) {
        return cell == PlanCell{options.planner, options.scheduler};
    });
    return cells;
}

} // namespace edgewright::pipeline
