// SPDX-License-Identifier: GPL-3.0-or-later
// Better and better plans until one is proven to be the best, or the time is over.
#pragma once

#include "core/memory/planner.h"
#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

namespace edgewright::memory::search {

// From a legal plan to the best one that the strategies find before `clock` stops them. The portfolio takes
// turns that grow: each strategy asks for a plan at the proven bound, then for one between the bound and the
// best plan so far. A refused capacity raises the bound.
// The problem must be searchable and have items.
Solution improve(const Problem& problem, const Instance& instance, Solution first,
                 const PlannerOptions& options, Clock& clock);

} // namespace edgewright::memory::search
