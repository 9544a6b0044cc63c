// SPDX-License-Identifier: GPL-3.0-or-later
// Local search over the order in which buffers are placed.
#pragma once

#include "core/memory/planner.h"
#include "core/memory/search/clock.h"

#include <cstddef>
#include <vector>

namespace edgewright::memory::search {

// From a plan and the order that led to it. A buffer at the peak and one that lies in its way change places;
// the new order stays unless its peak is higher. Ends after `patience` plans without a better one. Each plan
// counts as `nodes` nodes.
Solution climb(const Problem& problem, Solution first, std::vector<std::size_t> order,
               const PlannerOptions& options, const RunContext& run, Clock& clock, std::int64_t patience,
               std::int64_t nodes = 1);
// What a search of its own waits for: a few thousand plans.
std::int64_t longPatience(const Problem& problem);

} // namespace edgewright::memory::search
