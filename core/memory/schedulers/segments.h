// SPDX-License-Identifier: GPL-3.0-or-later
// Segments of an order that can be put in order by themselves: between cuts, which every order passes, and
// windows around the worst step.
//
// clang-format off
//      a --> b --> d --> e        cuts: 0, 1, 3, 4, 5
//       \--> c --/               segments: a | b c | d | e, of which only b c has another order
// clang-format on
#pragma once

#include "core/memory/schedulers/down_set_search.h"

namespace edgewright::memory {

// The places where the order as given may be cut: all operators before one run before all behind it in every
// order. Rising, with 0 and count at the ends. O(n + edges).
std::vector<std::size_t> cuts(const FlatSchedule& flat);

// By place in the order: bytes alive while that operator runs. O(n + reads).
std::vector<std::int64_t> stepBytes(const FlatSchedule& flat, const Order& order);

// Puts windows around the worst step into their best order, wider ones where that does not help, until the peak
// is `enough`, no window helps or a limit is reached.
Order improveWindows(const FlatSchedule& flat, Order order, std::int64_t enough, const SearchLimits& limits,
                     const RunContext& run);

} // namespace edgewright::memory
