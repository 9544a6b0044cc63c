// SPDX-License-Identifier: GPL-3.0-or-later
// The integer arithmetic that requantization in fixed point is made of: a real factor as multiplier and
// exponent, and the ways of multiplying an accumulator with it.
#pragma once

#include <cstdint>

namespace edgewright::quant {

// value * 2^(exponent - 31), value in 2^30..2^31 - 1; or 0 with exponent 0.
struct Multiplier {
    std::int32_t value = 0;
    int exponent = 0; // -31..30
};

// The nearest multiplier of 31 bits for a factor >= 0 (TFLite, QuantizeMultiplier). Factors below 2^-32, which
// take no int32 to a half, become 0, those from 2^30 on the largest one.
Multiplier multiplierFor(double factor);

// accumulator * multiplier rounded once, ties upwards: 64-bit product, addition, arithmetic shift (TFLite with
// single rounding, XNNPACK).
std::int64_t multiplySingleRounding(std::int32_t accumulator, Multiplier multiplier);

// gemmlowp's: SaturatingRoundingDoublingHighMul, then RoundingDivideByPOT; each rounds. An exponent above 0
// shifts the accumulator to the left first, where it saturates (TFLite's reference kernels leave that to the
// compiler).
std::int64_t multiplyDoubleRounding(std::int32_t accumulator, Multiplier multiplier);

// With the upper 15 bits of the multiplier, rounded once, ties upwards (CMSIS-NN and TFLite, 16-bit activations
// with 64-bit sums): a 32x16-bit multiplication.
std::int64_t multiplyShort(std::int32_t accumulator, Multiplier multiplier);

// round(2 a b / 2^32), ties upwards; -2^31 times itself saturates to 2^31 - 1 (gemmlowp, fixedpoint.h).
std::int32_t saturatingRoundingDoublingHighMul(std::int32_t a, std::int32_t b);
// round(value / 2^exponent), ties away from zero; 0 <= exponent <= 31 (gemmlowp, fixedpoint.h).
std::int32_t roundingDivideByPowerOfTwo(std::int32_t value, int exponent);
// The 15 bits that multiplyShort uses: in 2^14..2^15 - 1, or 0.
std::int32_t shortened(Multiplier multiplier);

} // namespace edgewright::quant
