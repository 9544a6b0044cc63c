// SPDX-License-Identifier: GPL-3.0-or-later
// The largest buffer first, each at the lowest address that is free during its life.
// Objective: small peak. Guarantee: legal, no bound better than no reuse. O(n log^2 n) and the gaps looked at.
// Source: Pisarchyk, Lee, "Efficient Memory Management for Deep Neural Net Inference", arXiv 2001.03288,
// section 5.2, with the lowest instead of the tightest gap.
#include "core/base/propagate.h"
#include "core/memory/gap_fit.h"
#include "core/memory/placement_orders.h"
#include "core/memory/planner.h"

#include <utility>

namespace edgewright::memory::greedy_by_size_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return placeInOrder(problem, bySize(problem), Fit::Lowest, run);
}

} // namespace

extern const Planner entry;
const Planner entry{"greedy_by_size", "Largest tensor first, lowest free address", solve};

} // namespace edgewright::memory::greedy_by_size_planner
