// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of products for eight output channels side by side, one addition after the other: the innermost loops
// of the integer convolution, with the vectors that this machine has.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace edgewright::quant {

inline constexpr std::int64_t SumLanes = 8;
using LaneSums = std::array<std::int32_t, SumLanes>;

// `w`: SumLanes weights for each of `x`. Adds x[k] * w[k][lane] in the order of k; `low` and `high` become
// those of the sums on the way. All of them must stay within int32.
void addProducts(std::span<const std::int16_t> x, const std::int16_t* w, LaneSums& sum, LaneSums& low,
                 LaneSums& high);

// The same, where each sum is clamped to lowest..highest, which lie within -2^30..2^30 as all products do.
void addClamped(std::span<const std::int16_t> x, const std::int16_t* w, std::int32_t lowest,
                std::int32_t highest, LaneSums& sum);

} // namespace edgewright::quant
