// SPDX-License-Identifier: GPL-3.0-or-later
// Round robin: the model whose last turn is longest ago; a turn is a request (or a batch of them), or one
// operator. Guarantee: while a model waits, each other one has one turn at most. Cost: nothing is urgent.
#include "core/base/translatable.h"
#include "core/scenario/policy.h"

namespace edgewright::scenario {

namespace {

bool hasEarlierTurn(const Candidate& a, const Candidate& b) {
    return a.turn != b.turn ? a.turn < b.turn : a.order < b.order;
}

} // namespace

namespace round_robin_policy {

extern const Policy entry{.name = "round_robin",
                          .title = TRANSLATABLE("Setting", "Round robin"),
                          .summary = TRANSLATABLE("Setting", "Model by model, a request each"),
                          .goesFirst = hasEarlierTurn};

} // namespace round_robin_policy

namespace round_robin_operators_policy {

extern const Policy entry{.name = "round_robin_operators",
                          .title = TRANSLATABLE("Setting", "Round robin of operators"),
                          .summary = TRANSLATABLE("Setting", "Model by model, an operator each"),
                          .preemption = Preemption::BetweenOperators,
                          .goesFirst = hasEarlierTurn};

} // namespace round_robin_operators_policy

} // namespace edgewright::scenario
