// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/requantizer.h"

#include <algorithm>
#include <cmath>

namespace edgewright::quant {

Requantizer::Requantizer(Requantize target, float xScale, float wScale, float yScale, std::int32_t yZero,
                         std::int32_t yMin, std::int32_t yMax, Rounder rounder)
    : m_target(target), m_rounder(rounder), m_yZero(yZero), m_low(yMin - yZero), m_high(yMax - yZero) {
    const float product = xScale * wScale; // this order, each step rounded to float32
    m_scale32 = product / yScale;
    m_scale64 = static_cast<double>(xScale) * static_cast<double>(wScale) / static_cast<double>(yScale);
    m_multiplier = multiplierFor(m_scale64);
}

// Clamps before rounding, as ONNX Runtime does; NaN (0 * infinity) becomes the lowest code.
template <typename Real>
std::int32_t Requantizer::roundClamped(Real value, std::uint64_t index, Bounds bounds) const {
    const Real low = static_cast<Real>(bounds.low), high = static_cast<Real>(bounds.high);
    const Real aboveLow = value > low ? value : low;
    return static_cast<std::int32_t>(m_rounder(static_cast<double>(std::min(aboveLow, high)), index));
}

std::int32_t Requantizer::rounded(std::int32_t accumulator, std::uint64_t index, Bounds bounds) const {
    std::int64_t code = 0;
    switch (m_target) {
    case Requantize::Float32:
        return roundClamped(static_cast<float>(accumulator) * m_scale32, index, bounds);
    case Requantize::Float64:
        return roundClamped(static_cast<double>(accumulator) * m_scale64, index, bounds);
    case Requantize::FixedPoint:
        code = multiplySingleRounding(accumulator, m_multiplier);
        break;
    case Requantize::DoubleRounding:
        code = multiplyDoubleRounding(accumulator, m_multiplier);
        break;
    case Requantize::ShortMultiplier:
        code = multiplyShort(accumulator, m_multiplier);
        break;
    }
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(code, bounds.low, bounds.high));
}

std::int16_t Requantizer::operator()(std::int32_t accumulator, std::uint64_t index) const {
    return static_cast<std::int16_t>(rounded(accumulator, index, {m_low, m_high}) + m_yZero);
}

RequantizeSteps Requantizer::steps(std::int32_t accumulator, std::uint64_t index) const {
    constexpr std::int32_t Unclamped = std::int32_t(1) << 30; // a float32, too
    RequantizeSteps steps;
    switch (m_target) {
    case Requantize::Float32:
        steps.scale = static_cast<double>(m_scale32);
        steps.product = static_cast<double>(static_cast<float>(accumulator) * m_scale32);
        break;
    case Requantize::Float64:
        steps.scale = m_scale64;
        steps.product = static_cast<double>(accumulator) * m_scale64;
        break;
    case Requantize::FixedPoint:
    case Requantize::DoubleRounding:
        steps.multiplier = m_multiplier.value;
        steps.shift = 31 - m_multiplier.exponent;
        break;
    case Requantize::ShortMultiplier:
        steps.multiplier = shortened(m_multiplier);
        steps.shift = 15 - m_multiplier.exponent;
        break;
    }
    steps.fixedPoint = m_target != Requantize::Float32 && m_target != Requantize::Float64;
    if (steps.fixedPoint) {
        steps.scale = std::ldexp(static_cast<double>(steps.multiplier), -steps.shift);
        steps.product = std::ldexp(static_cast<double>(accumulator * steps.multiplier), -steps.shift);
    }
    steps.rounded = rounded(accumulator, index, {-Unclamped, Unclamped});
    steps.low = m_low;
    steps.high = m_high;
    steps.clamped = rounded(accumulator, index, {m_low, m_high});
    steps.zeroPoint = m_yZero;
    steps.code = (*this)(accumulator, index);
    return steps;
}

} // namespace edgewright::quant
