// SPDX-License-Identifier: GPL-3.0-or-later
// Starts with greedy_by_size and changes its order: a buffer at the peak and one in its way swap places.
// Objective: small peak. Guarantee: legal, never above greedy_by_size; no better than some order of first fit,
// among which there is an optimal one. A plan costs as much as a greedy one; runs until a limit or the bound.
// Source: the allocator of Arm's Vela (ethos-u-vela, hillclimb_allocation.py) and hill_climb of TVM's memory
// planner; here the start and the lowest address are those of greedy_by_size.
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/planner.h"
#include "core/memory/search/first_plan.h"
#include "core/memory/search/order_swaps.h"

#include <utility>

namespace edgewright::memory::hill_climb_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    search::Clock clock(options, run);
    ASSIGN_OR_RETURN(auto first, search::firstPlan(problem, options, run));
    return search::hillClimb(problem, std::move(first.plan), std::move(first.order), options, run, clock,
                             search::longClimb(problem));
}

} // namespace

extern const Planner entry{"hill_climb", TRANSLATABLE("Setting", "Largest first, then swaps around the peak"),
                           solve};

} // namespace edgewright::memory::hill_climb_planner
