// SPDX-License-Identifier: GPL-3.0-or-later
// Earliest deadline first; what has no deadline comes last, by arrival. Gives way between operators to an
// earlier deadline. Guarantee: on one core, where anything may stop at any moment, all deadlines are met if any
// policy meets them (Dertouzos, Control Robotics, IFIP 1974); on several cores it has none.
#include "core/base/translatable.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario::edf_policy {

namespace {

bool goesFirst(const Candidate& a, const Candidate& b) {
    return a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order;
}

} // namespace

extern const Policy entry{.name = "edf",
                          .title = TRANSLATABLE("Setting", "Earliest deadline first"),
                          .summary =
                              TRANSLATABLE("Setting", "By deadline; later ones give way between operators"),
                          .preemption = Preemption::BetweenOperators,
                          .goesFirst = goesFirst};

} // namespace edgewright::scenario::edf_policy
