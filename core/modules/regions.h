// SPDX-License-Identifier: GPL-3.0-or-later
// Where a sequence of nodes or blocks can be cut: where few tensors cross.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

struct Stretch {
    std::size_t begin = 0, end = 0; // in items of the sequence
};

// Stretches that no more tensors enter and leave than pass by and one: between two cuts at which the fewest
// tensors cross, and so on inside of what is longer than `most`. `crossing[i]`: between item i and the next
// one. Those of at least `least` items, ascending. O(n * 32).
std::vector<Stretch> regions(std::span<const std::uint32_t> crossing, std::size_t least, std::size_t most);

// About `count` stretches that cover all of it, cut near the even division where `cost[i]`, of cutting between
// item i and the next one, is least.
std::vector<Stretch> chunks(std::span<const std::uint32_t> cost, std::size_t count);

} // namespace edgewright::modules
