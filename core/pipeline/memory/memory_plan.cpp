// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/memory_plan.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/memory/graph_schedule.h"
#include "core/memory/packing/bounds.h"
#include "core/pipeline/memory/plan_table.h"

#include <algorithm>
#include <chrono>

namespace edgewright::pipeline {

namespace {

constexpr std::int64_t MaxStates = 200'000; // of a search for an order: less than a second

class Timer {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

std::vector<std::uint32_t> identity(std::size_t count) {
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = static_cast<std::uint32_t>(i);
    return order;
}

} // namespace

Result<Packing> pack(const memory::Problem& problem, const std::string& plannerName,
                     const memory::PlannerOptions& options, const RunContext& run) {
    const memory::Planner* planner = memory::findPlanner(plannerName);
    if (!planner) return badInput(say("no planner is called '{1}'", plannerName));
    Packing result;
    const Timer timer;
    memory::PlannerOptions reporting = options;
    reporting.improved = [&](const memory::Solution& better) {
        result.improvements.push_back({timer.seconds(), better.peak});
        if (options.improved) options.improved(better);
    };
    auto solution = planner->solve(problem, reporting, run);
    result.seconds = timer.seconds();
    if (!solution) return std::move(solution).error();
    result.solution = std::move(*solution);
    if (result.improvements.empty()) result.improvements.push_back({result.seconds, result.solution.peak});
    result.verdict = memory::verify(problem, result.solution);
    return result;
}

namespace {

Result<Packing> packForms(const ir::Graph& graph, const memory::LivenessOptions& options,
                          memory::Liveness& liveness, const std::string& planner,
                          const memory::PlannerOptions& search, const RunContext& run) {
    if (liveness.parts.empty()) return pack(liveness.problem, planner, search, run);
    memory::PlannerOptions turn = search;
    turn.timeLimitSeconds = search.timeLimitSeconds / 2;
    auto first = pack(liveness.problem, planner, turn, run);
    const std::int64_t bound = memory::alignedBound(liveness.problem);
    const std::optional<std::int64_t> capacity = search.fitIsEnough ? liveness.problem.capacity : std::nullopt;
    if (!first || first->solution.peak <= std::max(bound, capacity.value_or(0)) || run.stopped()) return first;

    memory::LivenessOptions noParts = options;
    noParts.parts = false;
    memory::Liveness other = memory::liveness(graph, noParts);
    other.problem.capacity = liveness.problem.capacity;
    turn.timeLimitSeconds = std::max(0.0, search.timeLimitSeconds - first->seconds);
    turn.improved = nullptr; // of another problem
    auto second = pack(other.problem, planner, turn, run);
    if (!second || second->solution.peak >= first->solution.peak) return first;
    if (second->solution.peak > bound) { // a better one may have parts
        second->solution.lowerBound = std::min(second->solution.lowerBound, bound);
        if (second->solution.outcome == memory::Outcome::Optimal ||
            (second->solution.outcome == memory::Outcome::Infeasible && bound <= other.problem.capacity))
            second->solution.outcome = memory::Outcome::Feasible;
    }
    for (Improvement& each : second->improvements)
        each.seconds += first->seconds;
    std::erase_if(second->improvements,
                  [&](const Improvement& each) { return each.peak >= first->solution.peak; });
    second->improvements.insert(second->improvements.begin(), first->improvements.begin(),
                                first->improvements.end());
    second->seconds += first->seconds;
    liveness = std::move(other);
    return second;
}

} // namespace

Result<Packing> packGraph(const ir::Graph& graph, const memory::LivenessOptions& options,
                          memory::Liveness& liveness, const std::string& planner,
                          const memory::PlannerOptions& search, const RunContext& run) {
    auto packing = packForms(graph, options, liveness, planner, search, run);
    if (packing && packing->verdict.legal)
        packing->verdict = memory::verifyWithBodies(liveness, packing->solution);
    return packing;
}

Result<Ordering> orderOf(const std::shared_ptr<const ir::Graph>& lowered,
                         const memory::LivenessOptions& options, const std::string& schedulerName,
                         double seconds, const RunContext& run, const memory::Prunings& prunings) {
    const memory::Scheduler* asGiven = memory::findScheduler("as_given");
    const memory::Scheduler* scheduler = memory::findScheduler(schedulerName);
    if (!scheduler || !asGiven) return badInput(say("no scheduler is called '{1}'", schedulerName));
    const ir::Graph& graph = *lowered;
    Ordering result;
    result.scheduler = schedulerName;
    result.graph = lowered;
    const Timer timer;
    const memory::GraphSchedule problem = memory::scheduleProblem(graph, options);
    memory::SchedulerOptions limits;
    limits.timeLimitSeconds = seconds;
    limits.stateLimit = MaxStates;
    limits.prunings = prunings;
    ASSIGN_OR_RETURN(auto given, asGiven->solve(problem.problem, limits, run));
    result.givenPeak = given.peak;
    if (scheduler == asGiven) {
        result.schedule = std::move(given);
        result.seconds = timer.seconds();
        return result;
    }
    ASSIGN_OR_RETURN(auto schedule, scheduler->solve(problem.problem, limits, run));
    if (const memory::ScheduleVerdict verdict = memory::verifySchedule(problem.problem, schedule);
        !verdict.legal)
        return internalError("scheduler " + schedulerName + " made an illegal order: " + verdict.reason);
    result.schedule = std::move(schedule);
    if (result.schedule.order != identity(problem.nodes.size())) {
        auto ordered =
            std::make_shared<const ir::Graph>(memory::reordered(graph, problem, result.schedule.order));
        // Sizes rounded up to the alignment may turn what was gained into a loss.
        const auto boundOf = [&](const ir::Graph& each) {
            return memory::alignedBound(memory::liveness(each, options).problem);
        };
        if (boundOf(*ordered) <= boundOf(graph)) {
            result.graph = std::move(ordered);
        } else {
            given.lowerBound = result.schedule.lowerBound;
            result.schedule = std::move(given);
        }
    }
    result.seconds = timer.seconds();
    return result;
}

Result<std::shared_ptr<const MemoryPlan>> plan(const ir::Graph& graph, const ir::Opsets& opsets,
                                               const PlanOptions& options, const RunContext& run) {
    if (!memory::findPlanner(options.planner))
        return badInput(say("no planner is called '{1}'", options.planner));
    ASSIGN_OR_RETURN(auto subject, planSubject(graph, opsets, options, run));
    ASSIGN_OR_RETURN(const auto ordered, orderSubject(std::move(subject), options, run));
    ASSIGN_OR_RETURN(auto made, planCell(*ordered, options, run));
    if (!made->verdict.legal)
        return internalError("planner " + options.planner + " made an illegal plan: " + made->verdict.reason);
    return made;
}

ElementsAtPeak elementsAtPeak(const MemoryPlan& plan) {
    ElementsAtPeak sum;
    const auto& buffers = plan.liveness.problem.buffers;
    for (std::size_t i = 0; i < std::min(buffers.size(), plan.liveness.values.size()); ++i) {
        if (buffers[i].lower > plan.peakStep || buffers[i].upper <= plan.peakStep) continue;
        std::int64_t elements = 0, bytes = 0;
        for (const ValueId value : plan.liveness.values[i]) {
            const ir::TensorType& type = plan.graph().value(value).type;
            const auto size = type.bytes();
            if (!size || *size <= bytes) continue;
            bytes = *size;
            elements = *type.elements();
        }
        if (bytes == 0) continue;
        // Parts of it may be tensors of their own: as wide as the widest.
        sum.bytes += static_cast<double>(buffers[i].size);
        sum.count +=
            static_cast<double>(buffers[i].size) * static_cast<double>(elements) / static_cast<double>(bytes);
    }
    return sum;
}

std::int64_t fragmentationOf(const memory::Problem& problem, const memory::Solution& solution) {
    if (solution.allocations > 0) return solution.fragmentation;
    return std::max<std::int64_t>(0, solution.peak - memory::alignedBound(problem));
}

std::int64_t allocationsOf(const memory::Solution& solution) {
    if (solution.allocations > 0) return solution.allocations;
    return solution.peak > 0 ? 1 : 0;
}

std::int64_t provenBound(std::int64_t lowerBound, const memory::Solution& solution) {
    return std::max(lowerBound, solution.lowerBound);
}

Proof proofOf(std::string_view planner, std::int64_t lowerBound, const memory::Solution& solution,
              bool isWhole) {
    if (solution.outcome == memory::Outcome::Optimal || solution.peak <= provenBound(lowerBound, solution))
        return isWhole ? Proof::Optimal : Proof::OfPart;
    const memory::Planner* searched = memory::findPlanner(planner);
    return searched && searched->proves && solution.outcome == memory::Outcome::Feasible ? Proof::StoppedAtLimit
                                                                                         : Proof::None;
}

} // namespace edgewright::pipeline
