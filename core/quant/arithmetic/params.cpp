// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/params.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant {

Range rangeOf(std::span<const float> values) {
    Range range{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    return range.low <= range.high ? range : Range{};
}

std::int32_t biasCode(double steps) {
    constexpr double Most = std::numeric_limits<std::int32_t>::max();
    return std::isnan(steps) ? 0 : static_cast<std::int32_t>(std::clamp(std::nearbyint(steps), -Most, Most));
}

std::int32_t quantize(float value, Params params, Codes codes, const Rounder& rounder, std::uint64_t index) {
    const float low = static_cast<float>(codes.lowest - params.zeroPoint);
    const float high = static_cast<float>(codes.highest - params.zeroPoint);
    const float steps = value / params.scale;
    const float aboveLow = steps > low ? steps : low; // NaN fails the comparison: the lowest code
    const double clamped = static_cast<double>(std::min(aboveLow, high));
    return static_cast<std::int32_t>(rounder(clamped, index)) + params.zeroPoint;
}

} // namespace edgewright::quant
