// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/scheduler.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::search {

Scheduler::Scheduler(std::vector<ScheduledTask> tasks, const SchedulerOptions& options)
    : m_tasks(std::move(tasks)), m_options(options), m_random(options.seed) {}

double Scheduler::total() const {
    double sum = 0;
    for (const ScheduledTask& it : m_tasks)
        sum += it.weight * it.task.result().value;
    return sum;
}

// The value that the task would have at `optimism` times the best speed that one of its kind has.
double Scheduler::reachable(std::size_t task) const {
    double speed = 0;
    for (const ScheduledTask& it : m_tasks)
        if (it.kind == m_tasks[task].kind && it.task.result().value > 0)
            speed = std::max(speed, it.work / it.task.result().value);
    return speed > 0 ? m_tasks[task].work / (speed * m_options.optimism) : 0;
}

double Scheduler::descent(std::size_t task) const {
    const SearchResult& result = m_tasks[task].task.result();
    const double now = result.value;
    const double turns = static_cast<double>(result.evaluations) / static_cast<double>(batch());
    const double least = std::max(reachable(task), m_tasks[task].floor);
    return m_tasks[task].weight * std::min(now / ((turns + 1) * (turns + 1)), std::max(now - least, 0.0));
}

// What is chosen without a search tells what a task is worth: one trial, before any has more.
std::int64_t Scheduler::turnOf(std::size_t task) const {
    const bool isToBeWeighed =
        m_tasks[task].task.result().evaluations == 0 && !m_tasks[task].task.space().first.empty();
    return isToBeWeighed && !m_options.roundRobin ? 1 : batch();
}

std::optional<std::size_t> Scheduler::next() {
    std::vector<std::size_t> open;
    for (std::size_t task = 0; task < m_tasks.size(); ++task)
        if (!m_tasks[task].task.over()) open.push_back(task);
    if (open.empty()) return std::nullopt;
    for (const std::size_t task : open)
        if (m_tasks[task].task.result().evaluations == 0) return m_last = task;
    if (m_options.roundRobin) {
        const auto after = std::ranges::upper_bound(open, m_last);
        return m_last = after == open.end() ? open.front() : *after;
    }
    if (m_random.chance(m_options.aimless))
        return open[static_cast<std::size_t>(m_random.upTo(static_cast<std::int64_t>(open.size())))];
    // Where nothing fits yet, there is no sum at all: the one with fewer turns first.
    std::optional<std::size_t> best;
    double steepest = -1;
    for (const std::size_t task : open) {
        const SearchResult& result = m_tasks[task].task.result();
        if (!std::isfinite(result.value)) {
            if (!best || std::isfinite(m_tasks[*best].task.result().value) ||
                result.evaluations < m_tasks[*best].task.result().evaluations)
                best = task;
            steepest = std::numeric_limits<double>::infinity();
        } else if (const double expected = descent(task); expected > steepest) {
            best = task;
            steepest = expected;
        }
    }
    return best;
}

Result<void> Scheduler::advance(std::int64_t trials, const RunContext& run) {
    const auto cell = [](std::int64_t count) {
        return static_cast<std::uint32_t>(
            std::min<std::int64_t>(count, std::numeric_limits<std::uint32_t>::max()));
    };
    for (std::int64_t done = 0; done < trials;) {
        const auto task = next();
        if (!task) break;
        SearchTask& search = m_tasks[*task].task;
        const std::int64_t before = search.result().evaluations;
        const auto good = search.advance(std::min(turnOf(*task), trials - done), {run.stop});
        done += search.result().evaluations - before;
        m_trials += search.result().evaluations - before;
        if (const double sum = total(); std::isfinite(sum) && (m_curve.empty() || sum < m_curve.back().value))
            m_curve.push_back({m_trials, sum});
        RETURN_IF_ERROR(good);
        run.report(cell(done), cell(trials));
    }
    return {};
}

} // namespace edgewright::cost::search
