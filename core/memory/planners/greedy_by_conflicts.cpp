// SPDX-License-Identifier: GPL-3.0-or-later
// The buffer that shares a step with the most others first, each at the lowest free address.
// Objective: small peak where lifetimes are tangled. Guarantee: legal. O(n log^2 n) and the gaps looked at.
// Source: greedy_by_conflicts of TVM's Unified Static Memory Planner, tvm-rfcs 0009.
#include "core/base/propagate.h"
#include "core/memory/gap_fit.h"
#include "core/memory/placement_orders.h"
#include "core/memory/planner.h"

#include <utility>

namespace edgewright::memory::greedy_by_conflicts_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return placeInOrder(problem, byConflicts(problem), Fit::Lowest, run);
}

} // namespace

extern const Planner entry;
const Planner entry{"greedy_by_conflicts", "Most neighbours in time first, lowest free address", solve};

} // namespace edgewright::memory::greedy_by_conflicts_planner
