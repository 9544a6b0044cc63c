// SPDX-License-Identifier: GPL-3.0-or-later
// A branch is finished before the next one begins, as a recursive evaluator would go. Objective: short lives.
// Guarantee: never a larger peak than as given. O(n + edges).
#include "core/memory/schedulers/greedy_orders.h"

namespace edgewright::memory::depth_first_scheduler {

namespace {

Result<Schedule> solve(const ScheduleProblem& problem, const SchedulerOptions&, const RunContext& run) {
    return scheduleBy(depthFirst, problem, run);
}

} // namespace

extern const Scheduler entry;
const Scheduler entry{"depth_first", "A branch to its end before the next one begins", solve};

} // namespace edgewright::memory::depth_first_scheduler
