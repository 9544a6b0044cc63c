// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the file: what all others are measured against. Objective: none. Guarantee: legal. O(n).
#include "core/memory/schedulers/flat_schedule.h"

namespace edgewright::memory {

namespace {

Result<Schedule> solve(const ScheduleProblem& problem, const SchedulerOptions&, const RunContext& run) {
    return scheduleBy(asGiven, problem, run);
}

} // namespace

extern const Scheduler as_given_scheduler;
const Scheduler as_given_scheduler{"as_given", "The order of the file", solve};

} // namespace edgewright::memory
