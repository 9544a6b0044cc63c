// SPDX-License-Identifier: GPL-3.0-or-later
// The exact search over down-sets (sets of operators closed under "runs before"): what is alive after some
// operators have run depends on which they are, not on their order, so each set is visited once.
#pragma once

#include "core/memory/schedulers/flat_schedule.h"

#include <chrono>

namespace edgewright::memory {

struct SearchLimits {
    std::int64_t states = 1'000'000; // of up to 64 operators; of more, fewer in proportion
    std::int64_t bytes = std::int64_t(256) << 20;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    bool freeMoves = true; // Prunings
};

struct SearchResult {
    Order order;                 // empty: none whose peak is below `below` was found
    std::int64_t lowerBound = 0; // that was proven of every order's peak beyond `enough`; else 0
    bool complete = false;       // `order` is what was asked for, or nothing lies below `below`
    std::int64_t states = 0;
};

// The order of least peak among those with a peak below `below`; any with a peak up to `enough` will do.
// Exponential in the width of the graph at worst.
SearchResult searchDownSets(const FlatSchedule& flat, std::int64_t enough, std::int64_t below,
                            const SearchLimits& limits, const RunContext& run);
// Level by level, `width` states on each: no guarantee. O(n * width * ready operators).
SearchResult searchBeam(const FlatSchedule& flat, std::int64_t enough, std::int64_t below, std::size_t width,
                        const SearchLimits& limits, const RunContext& run);

} // namespace edgewright::memory
