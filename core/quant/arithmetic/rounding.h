// SPDX-License-Identifier: GPL-3.0-or-later
// From a real number to a whole one. Runtimes differ in it, and where results are compared bit for bit it
// shows.
#pragma once

#include <cstdint>

namespace edgewright::quant {

enum class Rounding {
    HalfEven,   // ties to the even one: ONNX QuantizeLinear, IEEE 754, ONNX Runtime, PyTorch
    HalfAway,   // ties away from zero: std::round, the reference quantize of TFLite, RoundingDivideByPOT of
                // gemmlowp
    HalfUp,     // ties upwards: single rounding in fixed point, as TFLite's builds with it and XNNPACK do it
    Truncate,   // towards zero: a cast in C, hardware that drops the low bits
    Stochastic, // up as often as the fraction says: no bias on the mean, used in training with few bits
};

// One way of rounding. Stochastic rounding is a function of seed and index alone: the same element gets the
// same number whatever was rounded before it (a counter hashed by SplitMix64; Steele, Lea, Flood, OOPSLA 2014).
class Rounder {
public:
    explicit Rounder(Rounding mode = Rounding::HalfEven, std::uint64_t seed = 0) : m_mode(mode), m_seed(seed) {}

    // The whole number for `value`, which is finite; at most 1 away, exact for every double.
    double operator()(double value, std::uint64_t index = 0) const;

private:
    Rounding m_mode;
    std::uint64_t m_seed;
};

// 0 <= u < 1 with 53 bits, from seed and index alone.
double uniformAt(std::uint64_t seed, std::uint64_t index);

} // namespace edgewright::quant
