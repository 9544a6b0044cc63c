// SPDX-License-Identifier: GPL-3.0-or-later
// A runtime without a plan: allocate each tensor when it is born, at the lowest address that is free,
// and free it with its last reader (reference counts).
// Objective: none. Guarantee: legal; at worst a logarithmic factor above the bound for bounded sizes (Robson,
// "Worst case fragmentation of first fit and best fit storage allocation strategies", Computer Journal 20,
// 1977). O(n log n + n f), f free blocks. Reports its allocations and the fragmentation at its peak. Buffers
// with fixed offsets are there before all others; a gap frees nothing, as the runtime does not know of it.
#include "core/base/propagate.h"
#include "core/memory/dynamic_allocation.h"
#include "core/memory/planner.h"

#include <utility>

namespace edgewright::memory::dynamic_first_fit_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return allocateDynamically(problem, Fit::Lowest, run);
}

} // namespace

extern const Planner entry;
const Planner entry{"dynamic_first_fit", "A runtime that allocates as it goes: lowest free block", solve};

} // namespace edgewright::memory::dynamic_first_fit_planner
