// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of the exact search: the items as they are, and in blocks, in turns.
#pragma once

#include "core/memory/packing/planner.h"
#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

namespace edgewright::memory::search {

// From a legal plan to the best one that is found before `clock` stops the search, proven or not. The problem
// must be searchable and have items.
Solution improve(const Problem& problem, const Instance& instance, Solution first,
                 const PlannerOptions& options, Clock& clock);

} // namespace edgewright::memory::search
