// SPDX-License-Identifier: GPL-3.0-or-later
// The coding of a tensor: the type of its codes, the codes that are used, and the place of zero.
#pragma once

#include "core/quant/arithmetic/params.h"

#include <cstddef>
#include <span>
#include <vector>

namespace edgewright::quant {

enum class CodeType { Int4, Int8, UInt8, Int16 };

// The codes of the type that a range is spread over. Codes of activations that lie outside of their range
// saturate at the ends of the type all the same, as QuantizeLinear has no others.
enum class Limits {
    Full,
    Restricted, // without the lowest one: int8 -127..127 (TFLite's weights, ONNX Runtime's symmetric int8),
                // uint8 1..255
    Reduced,    // a bit less: uint8 0..127, int8 -64..64, int16 -16384..16384, int4 -4..3 (ONNX Runtime's
                // reduce_range): sums of two products stay within int16, which AVX2 without VNNI needs
};

// One scale for a whole tensor of weights, or one for each output channel.
enum class Granularity { PerTensor, PerChannel };

struct Scheme {
    CodeType type = CodeType::UInt8;
    bool symmetric = false; // zero in the middle of the codes: 0 for signed ones, 128 for uint8
    Limits limits = Limits::Full;
    bool powerOfTwo = false; // scales are raised to the next power of two, so that requantization is a shift
    friend bool operator==(const Scheme&, const Scheme&) = default;
};

// The default of ONNX Runtime's static quantizer: activations uint8, weights int8.
inline constexpr Scheme DefaultActivations{};
inline constexpr Scheme DefaultWeights{CodeType::Int8, true, Limits::Restricted, false};

// The limits that ONNX Runtime's static quantizer takes: a symmetric int8 or int16 has as many codes on either
// side of 0.
Limits usualLimits(CodeType type, bool symmetric);

int bitsOf(CodeType type);
Codes codesOf(CodeType type);
Codes codesOf(const Scheme& scheme); // within its limits

// Scale and zero point for `range`, widened to hold 0, as ONNX Runtime's static quantizer chooses them
// (quant_utils.py, compute_scale_zp): the width in float32, the step in double and cast to float32 last, the
// zero point half to even from the step in double. A step below the smallest normal float32 becomes 1 with zero
// point 0, or the code next to it where 0 is none. Infinite ends count as the largest float32, NaN as 0. A
// power of two is the smallest that is not below the step: no end of the range is clipped.
Params paramsFor(Range range, const Scheme& scheme);

// The smallest power of two that is not below `step`, which is positive.
double nextPowerOfTwo(double step);

// Raises scales of `weights`, one for all biases or one for each, until the code of each bias, and what `depth`
// products of codes add to it, fit 32 bits. The number of biases for which one was raised.
std::size_t raiseForBias(std::vector<Params>& weights, std::span<const float> bias, float inputScale,
                         std::size_t depth, const Scheme& weightScheme, const Scheme& activationScheme);

} // namespace edgewright::quant
