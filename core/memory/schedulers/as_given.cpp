// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the file: what all others are measured against. Objective: none. Guarantee: legal. O(n).
#include "core/memory/schedulers/flat_schedule.h"

namespace edgewright::memory::as_given_scheduler {

namespace {

Result<Schedule> solve(const ScheduleProblem& problem, const SchedulerOptions&, const RunContext& run) {
    return scheduleBy(asGiven, problem, run);
}

} // namespace

extern const Scheduler entry;
const Scheduler entry{"as_given", "The order of the file", solve};

} // namespace edgewright::memory::as_given_scheduler
