// SPDX-License-Identifier: GPL-3.0-or-later
// uint8 codes whose scale and zero point come from the data itself.
#pragma once

#include "core/ops/codes.h"

#include <algorithm>
#include <span>

namespace edgewright::ops {

struct DynamicCoding {
    float scale = 1.0f;
    std::uint8_t zero = 0;
    std::uint8_t code(float x) const { return static_cast<std::uint8_t>(toCode(x / scale, zero, {0, 255})); }
};

// The range of the values, widened to hold 0, in 255 steps.
inline DynamicCoding dynamicCoding(std::span<const float> values) {
    float low = 0;
    float high = 0;
    for (const float x : values) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    DynamicCoding result;
    result.scale = high == low ? 1.0f : (high - low) / 255.0f;
    result.zero = static_cast<std::uint8_t>(toCode(0.0f - low / result.scale, 0, {0, 255}));
    return result;
}

} // namespace edgewright::ops
