// SPDX-License-Identifier: GPL-3.0-or-later
// Local search over the order in which buffers are placed.
#pragma once

#include "core/memory/packing/planner.h"
#include "core/memory/search/clock.h"

#include <cstddef>
#include <vector>

namespace edgewright::memory::search {

struct ClimbLimits {
    std::int64_t patience;         // plans without a better one before it ends
    std::int64_t nodesPerPlan = 1; // what a plan counts as on the clock
};

// From a plan and the order that led to it. A buffer at the peak and one that lies below it change places; the
// new order stays unless its peak is higher. O(patience) plans of O(n log^2 n).
Solution hillClimb(const Problem& problem, Solution first, std::vector<std::size_t> order,
                   const PlannerOptions& options, const RunContext& run, Clock& clock,
                   const ClimbLimits& limits);
// For a search of its own: a few thousand plans.
ClimbLimits longClimb(const Problem& problem);

} // namespace edgewright::memory::search
