// SPDX-License-Identifier: GPL-3.0-or-later
// Starts with greedy_by_size and changes its order: a buffer at the peak and one in its way swap places.
// Objective: small peak. Guarantee: legal, never above greedy_by_size; no better than some order of first fit,
// among which there is an optimal one. A plan costs as much as a greedy one; runs until a limit or the bound.
// Source: the allocator of Arm's Vela (ethos-u-vela, hillclimb_allocation.py) and hill_climb of TVM's memory
// planner; here the start and the lowest address are those of greedy_by_size.
#include "core/memory/gap_fit.h"
#include "core/memory/orders.h"
#include "core/memory/planner.h"
#include "core/memory/search/climb.h"

#include <utility>

namespace edgewright::memory {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    if (auto valid = validate(problem); !valid) return std::move(valid).error();
    search::Clock clock(options, run);
    std::vector<std::size_t> order = bySize(problem);
    auto first = placeInOrder(problem, order, Fit::Lowest, run);
    if (!first) return first;
    if (options.improved) options.improved(*first);
    return search::climb(problem, std::move(*first), std::move(order), options, run, clock);
}

} // namespace

extern const Planner hill_climb_planner;
const Planner hill_climb_planner{"hill_climb", "Largest first, then swaps around the peak", solve};

} // namespace edgewright::memory
