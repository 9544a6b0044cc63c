// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/plan_table.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/executor.h"
#include "core/memory/body_plan.h"
#include "core/memory/packing/bounds.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <mutex>
#include <thread>

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
                     say("what operators need for themselves is not planned, as the model does not run: {1}",
                         executed.error().message),
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

PlanTable begunTable(std::shared_ptr<const MemoryPlan> first, const PlanOptions& options) {
    PlanTable table;
    for (PlanCell& cell : planCells(options))
        table.cells.push_back({.what = std::move(cell)});
    table.cells.front().plan = std::move(first);
    table.cells.front().state = PlannedCell::State::Done;
    return table;
}

namespace {

// What the threads of one table share.
class TableRun {
public:
    TableRun(std::shared_ptr<const PlanSubject> subject, const PlanOptions& options, PlanTable& table,
             const std::function<void(std::shared_ptr<const PlanTable>)>& changed, const RunContext& run)
        : m_subject(std::move(subject)), m_options(options), m_table(table), m_changed(changed), m_run(run) {
        for (PlannedCell& cell : m_table.cells) {
            if (cell.state == State::Running) cell.state = State::Waiting; // when it was stopped
            m_making[cell.what.scheduler];
        }
    }

    // Keeps what it throws, which ends the other threads, too.
    void work() {
        try {
            while (const std::optional<std::size_t> row = begin())
                end(*row, planOf(m_table.cells[*row].what));
        } catch (...) {
            const std::scoped_lock lock(m_lock);
            m_failure = std::current_exception();
        }
    }
    // Once no thread works any more.
    void rethrow() const {
        if (m_failure) std::rethrow_exception(m_failure);
    }

private:
    using State = PlannedCell::State;

    std::optional<std::size_t> begin() {
        const std::scoped_lock lock(m_lock);
        const auto next = std::ranges::find(m_table.cells, State::Waiting, &PlannedCell::state);
        if (next == m_table.cells.end() || m_run.stopped() || m_failure) return std::nullopt;
        next->state = State::Running;
        tell();
        return static_cast<std::size_t>(next - m_table.cells.begin());
    }
    // The first cell of an order makes what the others need.
    Result<std::shared_ptr<const MemoryPlan>> planOf(const PlanCell& cell) {
        PlanOptions options = m_options;
        options.planner = cell.planner;
        options.scheduler = cell.scheduler;
        const RunContext quiet{m_run.stop, nullptr};
        std::shared_ptr<const OrderedSubject> ordered;
        {
            const std::scoped_lock making(m_making.at(cell.scheduler));
            if (std::unique_lock lock(m_lock); m_table.ordered.contains(cell.scheduler)) {
                ordered = m_table.ordered[cell.scheduler];
            } else {
                lock.unlock();
                ASSIGN_OR_RETURN(ordered, orderSubject(m_subject, options, quiet));
                lock.lock();
                m_table.ordered[cell.scheduler] = ordered;
            }
        }
        return planCell(*ordered, options, quiet);
    }
    void end(std::size_t row, Result<std::shared_ptr<const MemoryPlan>> made) {
        const std::scoped_lock lock(m_lock);
        PlannedCell& cell = m_table.cells[row];
        const bool isStopped = !made && made.error().code == ErrorCode::Cancelled;
        cell.state = made ? State::Done : isStopped ? State::Waiting : State::Failed;
        if (made)
            cell.plan = *std::move(made);
        else if (!isStopped)
            cell.error = made.error().message;
        tell();
    }
    void tell() {
        const auto closed = std::ranges::count(m_table.cells, false, &PlannedCell::isOpen);
        m_run.report(static_cast<std::uint32_t>(closed), static_cast<std::uint32_t>(m_table.cells.size()));
        m_changed(std::make_shared<const PlanTable>(m_table));
    }

    const std::shared_ptr<const PlanSubject> m_subject;
    const PlanOptions& m_options;
    PlanTable& m_table;
    const std::function<void(std::shared_ptr<const PlanTable>)>& m_changed;
    const RunContext& m_run;
    std::exception_ptr m_failure;
    std::mutex m_lock;                          // of the table and of m_failure
    std::map<std::string, std::mutex> m_making; // by scheduler; its keys stay
};

} // namespace

Result<std::shared_ptr<const PlanTable>>
everyPlan(const ir::Graph& graph, const ir::Opsets& opsets, const PlanOptions& options, PlanTable table,
          const std::function<void(std::shared_ptr<const PlanTable>)>& changed, const RunContext& run) {
    std::shared_ptr<const PlanSubject> subject;
    if (!table.ordered.empty()) {
        subject = table.ordered.begin()->second->subject;
    } else {
        ASSIGN_OR_RETURN(subject, planSubject(graph, opsets, options, {run.stop, nullptr}));
    }
    TableRun shared(std::move(subject), options, table, changed, run);
    {
        const std::jthread other([&] { shared.work(); });
        shared.work();
    }
    shared.rethrow();
    if (run.stopped()) return cancelled();
    return std::make_shared<const PlanTable>(std::move(table));
}

} // namespace edgewright::pipeline
