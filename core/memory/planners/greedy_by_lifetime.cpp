// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer that lives longest first, each at the lowest free address: what stays is at the bottom.
// Objective: small peak where a few buffers outlive all others, as in training. Guarantee: legal. O(n log^2 n)
// and the gaps looked at.
// Source: the duration order of Sekiyama, Imai, Negishi, Kawachiya, "Profile-guided memory optimization for
// deep neural networks", arXiv 1804.10001.
#include "core/base/propagate.h"
#include "core/memory/gap_fit.h"
#include "core/memory/placement_orders.h"
#include "core/memory/planner.h"

#include <utility>

namespace edgewright::memory::greedy_by_lifetime_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return placeInOrder(problem, byLifetime(problem), Fit::Lowest, run);
}

} // namespace

extern const Planner entry;
const Planner entry{"greedy_by_lifetime", "Longest lifetime first, lowest free address", solve};

} // namespace edgewright::memory::greedy_by_lifetime_planner
