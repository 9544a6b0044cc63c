// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts of a sequence of nodes or modules, where few tensors cross.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

struct Range {
    std::size_t begin = 0, end = 0; // in elements of a sequence
    std::size_t size() const { return end - begin; }
};

// Cheapest cuts, recursively: the sequence is cut wherever the fewest tensors cross, and each part again while
// it is longer than `most`, 32 times at most. `across[i]`: tensors between element i and the next one. Parts of
// at least `least` elements, ascending. O(32 n).
std::vector<Range> regions(std::span<const std::uint32_t> across, std::size_t least, std::size_t most);

// About `count` ranges that cover all of it, each cut near the even division where `cost[i]`, of cutting
// between element i and the next one, is least. O(n).
std::vector<Range> chunks(std::span<const std::uint32_t> cost, std::size_t count);

} // namespace edgewright::modules
