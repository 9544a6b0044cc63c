// SPDX-License-Identifier: GPL-3.0-or-later
// uint8 codes whose scale and zero point come from the data itself.
#pragma once

#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>
#include <array>
#include <span>

namespace edgewright::ops {

struct DynamicCoding {
    float scale = 1.0f;
    std::uint8_t zero = 0;

    // As many codes as values.
    void encode(std::span<const float> values, std::span<std::uint8_t> codes) const {
        kernels::IntegerTarget target;
        target.codes = codes.data();
        target.low = static_cast<float>(0 - zero);
        target.high = static_cast<float>(255 - zero);
        target.zero = zero;
        kernels::table().integer->encode(values.data(), static_cast<std::int64_t>(values.size()), scale,
                                         target);
    }
};

// The range of the values, widened to hold 0, in 255 steps.
inline DynamicCoding dynamicCoding(std::span<const float> values) {
    constexpr std::size_t Lanes = 16;
    std::array<float, Lanes> lows{};
    std::array<float, Lanes> highs{};
    std::size_t at = 0;
    for (; at + Lanes <= values.size(); at += Lanes)
        for (std::size_t i = 0; i < Lanes; ++i) {
            const float x = values[at + i];
            lows[i] = x < lows[i] ? x : lows[i];
            highs[i] = x > highs[i] ? x : highs[i];
        }
    for (; at < values.size(); ++at) {
        lows[0] = std::min(lows[0], values[at]);
        highs[0] = std::max(highs[0], values[at]);
    }
    const float low = *std::ranges::min_element(lows);
    const float high = *std::ranges::max_element(highs);
    DynamicCoding result;
    result.scale = high == low ? 1.0f : (high - low) / 255.0f;
    result.zero = static_cast<std::uint8_t>(toCode(0.0f - low / result.scale, 0, {0, 255}));
    return result;
}

} // namespace edgewright::ops
