// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed priorities: 1 before 2, by arrival among equals; gives way between operators to a higher one.
// Guarantee: a model waits for one operator of a lower priority at most, and for all that is higher. Source:
// Liu and Layland, Scheduling Algorithms for Multiprogramming in a Hard-Real-Time Environment, JACM 20 (1973);
// between operators: Burns, Preemptive Priority-Based Scheduling, 1994 (deferred preemption).
#include "core/base/translatable.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario::priority_policy {

namespace {

bool goesFirst(const Candidate& a, const Candidate& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.order < b.order;
}

} // namespace

extern const Policy entry{.name = "priority",
                          .title = TRANSLATABLE("Setting", "Fixed priorities"),
                          .summary =
                              TRANSLATABLE("Setting", "By priority; lower ones give way between operators"),
                          .preemption = Preemption::BetweenOperators,
                          .goesFirst = goesFirst};

} // namespace edgewright::scenario::priority_policy
