// SPDX-License-Identifier: GPL-3.0-or-later
// Orders taken apart: at moments that every order passes, and in windows around the worst step.
#pragma once

#include "core/memory/schedulers/down_set_search.h"

namespace edgewright::memory {

// Where the order as given may be cut: all operators before such a place run before all behind it in every
// order, so that each stretch can be put in order by itself. Rising, with 0 and count at the ends. O(n +
// edges).
std::vector<std::size_t> cuts(const FlatSchedule& flat);

std::vector<std::int64_t> stepBytes(const FlatSchedule& flat, const Order& order);

// Puts windows around the worst step into their best order, wider ones where that does not help, until the peak
// is `enough`, no window helps or a limit is reached.
Order improveWindows(const FlatSchedule& flat, Order order, std::int64_t enough, const SearchLimits& limits,
                     const RunContext& run);

} // namespace edgewright::memory
