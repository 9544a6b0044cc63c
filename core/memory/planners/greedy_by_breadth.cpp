// SPDX-License-Identifier: GPL-3.0-or-later
// The step with the most live bytes first, its largest buffers first, each into the tightest gap.
// Objective: small peak where the operators are heaviest. Guarantee: legal. O(n log^2 n) and the gaps looked
// at. Source: Pisarchyk, Lee, arXiv 2001.03288, section 5.3 (breadth of an operator = sum of the sizes alive at
// it).
#include "core/base/propagate.h"
#include "core/memory/gap_fit.h"
#include "core/memory/placement_orders.h"
#include "core/memory/planner.h"

#include <utility>

namespace edgewright::memory::greedy_by_breadth_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return placeInOrder(problem, byBreadth(problem), Fit::Smallest, run);
}

} // namespace

extern const Planner entry;
const Planner entry{"greedy_by_breadth", "Busiest step first, tightest gap", solve};

} // namespace edgewright::memory::greedy_by_breadth_planner
