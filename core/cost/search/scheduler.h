// SPDX-License-Identifier: GPL-3.0-or-later
// Several searches that share a number of trials: the layers of a model, each counted as often as it occurs.
// Source: Zheng et al., "Ansor", OSDI 2020, section 6 and appendix A: the next trials go to the task with the
// steepest expected descent of the sum. What a task gains by one more turn is expected to be the least of: its
// value over (turns + 1)^2; what it is worse than `optimism` times the best speed of a task of its kind would
// make it; what it is above its floor. (Ansor: of its value over its turns, and what its last turns gained. On
// tables of whole networks a share of what was gained made totals no smaller, as a search finds most of what
// there is in a few jumps; edgewright-tuning-replays.)
#pragma once

#include "core/cost/search/task.h"

#include <algorithm>
#include <optional>

namespace edgewright::cost::search {

struct ScheduledTask {
    SearchTask task;
    double weight = 1; // of its value in the sum; above 0
    double work = 0;   // operations; 0: not known, and then nothing is concluded from others of its kind
    std::string kind;  // tasks that can reach similar speeds
    double floor = 0;  // no value is less: what the machine's roof allows
};

struct SchedulerOptions {
    bool roundRobin = false; // one after the other instead, for comparison
    std::int64_t batch = 16; // trials of a turn
    double optimism = 2;     // see above
    double aimless = 0.05;   // share of turns that go to any task
    std::uint64_t seed = 1;  // of these
};

class Scheduler {
public:
    explicit Scheduler(std::vector<ScheduledTask> tasks, const SchedulerOptions& options = {});
    // So many more trials over all tasks, fewer if no task has more to try. Each task has a first turn before
    // any has a second one: a single trial where a point is given to begin with (Space::first). Progress counts
    // those of this call. Cancelled: what was tried is kept.
    Result<void> advance(std::int64_t trials, const RunContext& run = {});
    const std::vector<ScheduledTask>& tasks() const { return m_tasks; }
    double total() const; // weight * best value over all tasks; may be infinity
    const std::vector<Step>& curve() const {
        return m_curve;
    } // of the total, at each turn that made it smaller
    std::int64_t trials() const { return m_trials; }

private:
    std::optional<std::size_t> next();
    std::int64_t batch() const { return std::max<std::int64_t>(m_options.batch, 1); }
    std::int64_t turnOf(std::size_t task) const; // trials of its next turn
    double descent(std::size_t task) const;      // expected of its next turn, weighted; not below 0
    double reachable(std::size_t task) const;

    std::vector<ScheduledTask> m_tasks;
    SchedulerOptions m_options;
    Random m_random;
    std::vector<Step> m_curve;
    std::int64_t m_trials = 0;
    std::size_t m_last = 0; // of round robin
};

} // namespace edgewright::cost::search
