// SPDX-License-Identifier: GPL-3.0-or-later
// From an accumulator to a code of the output: round(accumulator * x_scale * w_scale / y_scale) + zero point.
#pragma once

#include "core/quant/conv_int8.h"

#include <cstdint>

namespace edgewright::quant {

// For one output channel. Scales are finite and positive; yMin <= yMax lie in int16.
class Requantizer {
public:
    Requantizer(Requantize target, float xScale, float wScale, float yScale, std::int32_t yZero,
                std::int32_t yMin, std::int32_t yMax);
    std::int16_t operator()(std::int32_t accumulator) const;

private:
    std::int32_t fixedPoint(std::int32_t accumulator) const;

    Requantize m_target;
    std::int32_t m_yZero, m_low, m_high; // codes without the zero point
    float m_scale32 = 0;
    double m_scale64 = 0;
    std::int64_t m_multiplier = 0; // in 2^30..2^31 - 1: the factor is multiplier * 2^(-m_shift)
    int m_shift = 1;
};

} // namespace edgewright::quant
