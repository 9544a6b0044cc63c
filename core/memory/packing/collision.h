// SPDX-License-Identifier: GPL-3.0-or-later
// Overlaps in time and address in an arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace edgewright::memory {

// The addresses [begin, end) in the steps [lower, upper); neither is empty.
struct Box {
    std::size_t buffer = 0; // whose box it is: for the caller
    std::int64_t lower = 0, upper = 0, begin = 0, end = 0;
};

// The first pair in time, the one that was there before first; they collide in the step second.lower. Boxes
// that are born in one step count in their order here. O(n log n).
std::optional<std::pair<Box, Box>> firstCollision(const std::vector<Box>& boxes);

} // namespace edgewright::memory
