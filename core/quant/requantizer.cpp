// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/requantizer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant {

namespace {

// Clamps before rounding, as ONNX Runtime does; NaN (0 * infinity) becomes the lowest code.
template <typename Real>
std::int32_t roundClamped(Real value, std::int32_t low, std::int32_t high) {
    const Real aboveLow = value > static_cast<Real>(low) ? value : static_cast<Real>(low);
    return static_cast<std::int32_t>(std::nearbyint(std::min(aboveLow, static_cast<Real>(high))));
}

} // namespace

Requantizer::Requantizer(Requantize target, float xScale, float wScale, float yScale, std::int32_t yZero,
                         std::int32_t yMin, std::int32_t yMax)
    : m_target(target), m_yZero(yZero), m_low(yMin - yZero), m_high(yMax - yZero) {
    const float product = xScale * wScale; // this order, each step rounded to float32
    m_scale32 = product / yScale;
    m_scale64 = static_cast<double>(xScale) * static_cast<double>(wScale) / static_cast<double>(yScale);

    // Fixed point: scale = fraction * 2^exponent with the fraction in [0.5, 1), kept to 31 bits.
    int exponent = 0;
    const double fraction = std::frexp(m_scale64, &exponent);
    m_multiplier = std::llround(fraction * 2147483648.0);
    if (m_multiplier == std::int64_t(1) << 31) {
        m_multiplier /= 2;
        ++exponent;
    }
    if (exponent > 30) { // the largest factor that 31 bits and a shift can hold
        m_multiplier = std::numeric_limits<std::int32_t>::max();
        exponent = 30;
    }
    if (exponent < -31) { // no accumulator reaches half a code any more
        m_multiplier = 0;
        exponent = 0;
    }
    m_shift = 31 - exponent;
}

// Single rounding, halves upwards: one 64-bit product, one addition, one arithmetic shift.
std::int32_t Requantizer::fixedPoint(std::int32_t accumulator) const {
    const std::int64_t product = accumulator * m_multiplier;
    const std::int64_t rounded = (product + (std::int64_t(1) << (m_shift - 1))) >> m_shift;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(rounded, m_low, m_high));
}

std::int16_t Requantizer::operator()(std::int32_t accumulator) const {
    std::int32_t code = 0;
    switch (m_target) {
    case Requantize::Float32:
        code = roundClamped(static_cast<float>(accumulator) * m_scale32, m_low, m_high);
        break;
    case Requantize::Float64:
        code = roundClamped(static_cast<double>(accumulator) * m_scale64, m_low, m_high);
        break;
    case Requantize::FixedPoint:
        code = fixedPoint(accumulator);
        break;
    }
    return static_cast<std::int16_t>(code + m_yZero);
}

} // namespace edgewright::quant
