// SPDX-License-Identifier: GPL-3.0-or-later
// Maximal repeats: what stands several times in a row in a sequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

struct Repeat {
    std::size_t begin = 0, period = 0, times = 0; // in elements of the sequence; times >= 2
    std::size_t end() const { return begin + period * times; }
};

// Ascending, without overlap. The repeat that covers most is taken first, of equal ones that of the shortest
// period; of period 1 only modules (`isModule`). Where one could begin at several places, it begins where
// `cost[i]`, of cutting between element i and the next one, is least. Only the 12 periods at which elements
// come again soonest and most often are tried: about n log n.
std::vector<Repeat> repeatsIn(std::span<const std::uint64_t> signatures, const std::vector<bool>& isModule,
                              std::span<const std::uint32_t> cost);

} // namespace edgewright::modules
