// SPDX-License-Identifier: GPL-3.0-or-later
// From an accumulator to a code of the output: round(accumulator * x_scale * w_scale / y_scale) + zero point.
#pragma once

#include "core/quant/arithmetic/conv_int8.h"
#include "core/quant/arithmetic/fixed_point.h"

#include <cstdint>

namespace edgewright::quant {

// The steps from one accumulator to its code.
struct RequantizeSteps {
    double scale = 1;        // what the target multiplies by, as a real number
    bool fixedPoint = false; // then scale = multiplier / 2^shift
    std::int64_t multiplier = 0;
    int shift = 0;
    double product = 0;             // accumulator * scale, in codes; in float32 where that is the target
    std::int64_t rounded = 0;       // the integer that it becomes; at most 2^30 in magnitude
    std::int32_t low = 0, high = 0; // the codes that there are, without the zero point
    std::int32_t clamped = 0;       // rounded, within low..high
    std::int32_t zeroPoint = 0;
    std::int32_t code = 0; // clamped + zeroPoint
};

// For one output channel. Scales are finite and positive; yMin <= yMax lie in int16.
class Requantizer {
public:
    // `rounder`: of the targets in floating point; those in fixed point round as they do.
    Requantizer(Requantize target, float xScale, float wScale, float yScale, std::int32_t yZero,
                std::int32_t yMin, std::int32_t yMax, Rounder rounder = Rounder());
    // `index` of the output decides where rounding is stochastic.
    std::int16_t operator()(std::int32_t accumulator, std::uint64_t index = 0) const;
    RequantizeSteps steps(std::int32_t accumulator, std::uint64_t index = 0) const; // code is that of ()

private:
    struct Bounds {
        std::int32_t low, high;
    };
    template <typename Real>
    std::int32_t roundClamped(Real value, std::uint64_t index, Bounds bounds) const;
    std::int32_t rounded(std::int32_t accumulator, std::uint64_t index, Bounds bounds) const;

    Requantize m_target;
    Rounder m_rounder;
    std::int32_t m_yZero, m_low, m_high; // codes without the zero point
    float m_scale32 = 0;
    double m_scale64 = 0;
    Multiplier m_multiplier;
};

} // namespace edgewright::quant
