// SPDX-License-Identifier: GPL-3.0-or-later
// The orders in which a search tries items, and the portfolio of strategies that take turns.
#pragma once

#include "core/memory/search/capacity_search.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory::search {

enum class Order {
    Lifetime, // the longest first, then the largest area, then the most crowded
    Area,     // bytes times lifetime, the largest first, then the longest
    Size,     // the largest first, then the longest
    Crowded,  // alive in the column with the most live units first, then the longest, then the largest area
};

// By item: its place in the order. Equal arguments give equal ranks.
std::vector<std::uint32_t> ranks(const Problem& problem, const Instance& instance, Order order);
// The same order with about `share` (0 to 1) of the items moved elsewhere.
std::vector<std::uint32_t> disturbed(std::vector<std::uint32_t> ranks, double share, std::uint64_t seed);

// For greedy dives: one for each order, that by lifetime first.
std::vector<Strategy> diveStrategies(const Problem& problem, const Instance& instance);

// No single strategy is good everywhere: each problem has some that find a plan thousands of times faster.
std::vector<Strategy> portfolio(const Problem& problem, const Instance& instance);

} // namespace edgewright::memory::search
