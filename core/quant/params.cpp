// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/params.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant {

namespace {

constexpr float Largest = std::numeric_limits<float>::max();

// A bound that can be computed with: infinities become the largest float, NaN becomes 0.
float finite(float bound) { return std::isnan(bound) ? 0.0f : std::clamp(bound, -Largest, Largest); }

std::int32_t quantize(float value, Params params, std::int32_t lowest, std::int32_t highest) {
    const float low = static_cast<float>(lowest - params.zeroPoint);
    const float high = static_cast<float>(highest - params.zeroPoint);
    const float steps = value / params.scale;
    const float aboveLow = steps > low ? steps : low; // NaN fails the comparison: the lowest code
    return static_cast<std::int32_t>(std::nearbyint(std::min(aboveLow, high))) + params.zeroPoint;
}

} // namespace

Range rangeOf(std::span<const float> values) {
    Range range{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    return range.low <= range.high ? range : Range{};
}

Params asymmetricUInt8(Range range) {
    const float low = std::min(finite(range.low), 0.0f);
    const float high = std::max(finite(range.high), 0.0f);
    const float width = high - low;
    // Where the width overflows, half of it does not.
    const float scale = std::isfinite(width) ? width / 255.0f : (high / 2 - low / 2) / 127.5f;
    if (!(scale > 0)) return {}; // nothing but zero, or so little that no float is small enough for a step
    const float zero = std::clamp(0.0f - low / scale, 0.0f, 255.0f);
    return {scale, static_cast<std::int32_t>(std::nearbyint(zero))};
}

Params symmetricInt8(float maxAbs) {
    const float scale = std::fabs(finite(maxAbs)) / 127.0f;
    // A subnormal step has too few bits to keep codes within 127.
    return {scale >= std::numeric_limits<float>::min() ? scale : 1.0f, 0};
}

std::uint8_t quantizeUInt8(float value, Params params) {
    return static_cast<std::uint8_t>(quantize(value, params, 0, 255));
}

std::int8_t quantizeInt8(float value, Params params) {
    return static_cast<std::int8_t>(quantize(value, params, -128, 127));
}

} // namespace edgewright::quant
