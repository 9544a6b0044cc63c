// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/fixed_point.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant {

namespace {

constexpr std::int64_t LowestInt32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t HighestInt32 = std::numeric_limits<std::int32_t>::max();

// product / 2^shift, ties upwards; a shift below 0 multiplies. Nothing overflows for |product| <= 2^62 with
// shift <= 62, and |product| <= 2^46 with shift >= -15.
std::int64_t shiftedHalfUp(std::int64_t product, int shift) {
    if (shift <= 0) return product * (std::int64_t(1) << -shift);
    return (product + (std::int64_t(1) << (shift - 1))) >> shift;
}

} // namespace

Multiplier multiplierFor(double factor) {
    int exponent = 0;
    const double fraction = std::frexp(factor, &exponent);
    std::int64_t value = std::llround(fraction * 2147483648.0);
    if (value == std::int64_t(1) << 31) {
        value /= 2;
        ++exponent;
    }
    if (exponent > 30) return {std::numeric_limits<std::int32_t>::max(), 30};
    if (exponent < -31 || value == 0) return {};
    return {static_cast<std::int32_t>(value), exponent};
}

std::int64_t multiplySingleRounding(std::int32_t accumulator, Multiplier multiplier) {
    const std::int64_t product = std::int64_t(accumulator) * std::int64_t(multiplier.value);
    return shiftedHalfUp(product, 31 - multiplier.exponent);
}

std::int32_t saturatingRoundingDoublingHighMul(std::int32_t a, std::int32_t b) {
    const std::int64_t product = std::int64_t(a) * std::int64_t(b);
    return static_cast<std::int32_t>(std::min(shiftedHalfUp(product, 31), HighestInt32));
}

std::int32_t roundingDivideByPowerOfTwo(std::int32_t value, int exponent) {
    const std::int64_t mask = (std::int64_t(1) << exponent) - 1;
    const std::int64_t remainder = value & mask;
    const std::int64_t threshold = (mask >> 1) + (value < 0 ? 1 : 0);
    return static_cast<std::int32_t>((std::int64_t(value) >> exponent) + (remainder > threshold ? 1 : 0));
}

std::int64_t multiplyDoubleRounding(std::int32_t accumulator, Multiplier multiplier) {
    const int left = std::max(multiplier.exponent, 0), right = std::max(-multiplier.exponent, 0);
    const std::int64_t shifted =
        std::clamp(std::int64_t(accumulator) * (std::int64_t(1) << left), LowestInt32, HighestInt32);
    return roundingDivideByPowerOfTwo(
        saturatingRoundingDoublingHighMul(static_cast<std::int32_t>(shifted), multiplier.value), right);
}

std::int32_t shortened(Multiplier multiplier) {
    constexpr std::int32_t RoundsTo15Bits = 0x7fff0000;
    return multiplier.value < RoundsTo15Bits ? (multiplier.value + (1 << 15)) >> 16 : 0x7fff;
}

std::int64_t multiplyShort(std::int32_t accumulator, Multiplier multiplier) {
    return shiftedHalfUp(std::int64_t(accumulator) * shortened(multiplier), 15 - multiplier.exponent);
}

} // namespace edgewright::quant
