// SPDX-License-Identifier: GPL-3.0-or-later
// Scale and zero point: real = scale * (code - zeroPoint).
#pragma once

#include "core/ir/tensor.h"
#include "core/quant/arithmetic/rounding.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::quant {

struct Params {
    float scale = 1;
    std::int32_t zeroPoint = 0;
    friend bool operator==(const Params&, const Params&) = default;
};

struct Range {
    float low = 0, high = 0; // low <= 0 <= high once widened
    friend bool operator==(const Range&, const Range&) = default;
};

Range rangeOf(std::span<const float> values); // finite values only

// The codes that a number may get, both ends included.
struct Codes {
    std::int32_t lowest = 0, highest = 255;
    friend bool operator==(const Codes&, const Codes&) = default;
};

// The entry for a channel in a list with one entry for all, or one for each.
template <typename T>
const T& ofChannel(const std::vector<T>& values, std::int64_t channel) {
    return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(channel)];
}

// The int32 code of a bias of so many steps, which is bias / (input scale * weight scale): half to even; what
// does not fit becomes 2^31 - 1 or -(2^31 - 1), NaN (0 by a step that is 0) becomes 0.
std::int32_t biasCode(double steps);

// The value of a code, in float32.
inline float dequantize(std::int32_t code, const Params& params) {
    return static_cast<float>(code - params.zeroPoint) * params.scale;
}

// value / scale in float32, clamped, rounded, plus zero point: with half to even ONNX QuantizeLinear as ONNX
// Runtime computes it. NaN becomes the lowest code. `index` decides where rounding is stochastic.
std::int32_t quantize(float value, Params params, Codes codes, const Rounder& rounder = Rounder(),
                      std::uint64_t index = 0);

} // namespace edgewright::quant
