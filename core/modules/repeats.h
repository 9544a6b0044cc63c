// SPDX-License-Identifier: GPL-3.0-or-later
// Stretches of a sequence that stand several times in a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

struct Repeat {
    std::size_t begin = 0, period = 0, times = 0; // in items of the sequence; times >= 2
    std::size_t end() const { return begin + period * times; }
};

// Ascending, without overlap. Of all the ones that cover most first, of those the shortest period; a period of
// 1 where `whole` says that this item is a block of its own. Where a repetition could begin at several places,
// it does where `cost[i]`, of cutting between item i and the next one, is least. Only periods at which
// items come again soonest and most often are tried, so that it takes about n log n.
std::vector<Repeat> repeatsIn(std::span<const std::uint64_t> codes, const std::vector<bool>& whole,
                              std::span<const std::uint32_t> cost);

} // namespace edgewright::modules
