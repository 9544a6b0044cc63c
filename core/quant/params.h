// SPDX-License-Identifier: GPL-3.0-or-later
// Scale and zero point: real = scale * (code - zeroPoint).
#pragma once

#include "core/ir/tensor.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::quant {

struct Params {
    float scale = 1;
    std::int32_t zeroPoint = 0;
};

struct Range {
    float low = 0, high = 0; // low <= 0 <= high once widened
    friend bool operator==(const Range&, const Range&) = default;
};

Range rangeOf(std::span<const float> values); // finite values only
// Codes 0..255 over [low, high] widened to contain 0 (ONNX Runtime's rule, see DynamicQuantizeLinear).
Params asymmetricUInt8(Range range);
// Codes -127..127, zero point 0.
Params symmetricInt8(float maxAbs);
// x / scale in float32, clamped, rounded half to even, plus zero point (ONNX QuantizeLinear as ONNX Runtime
// computes it).
std::uint8_t quantizeUInt8(float value, Params params);
std::int8_t quantizeInt8(float value, Params params);

} // namespace edgewright::quant
