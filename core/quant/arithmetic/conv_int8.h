// SPDX-License-Identifier: GPL-3.0-or-later
// The INT8 reference kernel: a convolution in exact integer arithmetic, requantized as the chosen target does
// it.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/quant/arithmetic/params.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::quant {

enum class Requantize {
    Float32,        // ONNX Runtime: f32(f32(x_scale * w_scale) / y_scale), half to even; bit-exact with its CPU
                    // provider
    Float64,        // the same in double
    FixedPoint,     // int32 multiplier and shift, single rounding (TFLite, XNNPACK)
    DoubleRounding, // the same rounded twice (gemmlowp: TFLite's reference kernels and TFLite Micro)
    ShortMultiplier, // a multiplier of 15 bits (CMSIS-NN for 16-bit activations)
};
enum class Overflow { Saturate, Wrap };
enum class Accumulation {
    Exact, // term by term
    // AVX2 without VNNI (vpmaddubsw, in ONNX Runtime, oneDNN, FBGEMM): terms in pairs, each pair of raw codes
    // saturates to int16. Depthwise convolutions have another kernel, which is exact.
    SaturatingPairs,
};

struct ConvShape { // NCHW, one to three spatial axes as given by the vectors
    std::int64_t batch = 1, inChannels = 1, outChannels = 1, groups = 1;
    std::vector<std::int64_t> input, kernel, strides, dilations, padsBegin, padsEnd, output;
};

struct ConvArguments {
    ConvShape shape;
    std::span<const std::int16_t> x; // codes minus nothing: raw codes widened (u8 or s8)
    std::span<const std::int16_t> w; // [outChannels, inChannels/groups, kernel...]
    std::int32_t xZero = 0;
    std::vector<std::int32_t> wZero;    // per tensor (1) or per output channel
    std::span<const std::int32_t> bias; // empty: none
    float xScale = 1;
    std::vector<float> wScale; // per tensor (1) or per output channel
    float yScale = 1;
    std::int32_t yZero = 0;
    std::int32_t yMin = 0, yMax = 255; // codes of the output type
    Requantize requantize = Requantize::Float32;
    Rounder rounder; // of Float32 and Float64; half to even is what runtimes do
    Accumulation accumulation = Accumulation::Exact;
    int accumulatorBits = 32; // 8..32
    Overflow overflow = Overflow::Wrap;
};

// Places among the outputs where something happened.
struct OutputPlaces {
    static constexpr std::size_t MaxFirst = 32;
    std::vector<std::int64_t> byChannel; // how many outputs of each output channel; empty: none at all
    // Indexes into y of those that came first in the order of computation (image, position, channel), at most
    // MaxFirst.
    std::vector<std::int64_t> first;
};

struct ConvOutput {
    std::vector<std::int32_t> accumulators; // exact where it fits accumulatorBits, else wrapped or saturated
    std::vector<std::int16_t> y;            // codes
    int accumulatorBitsNeeded = 0;          // signed bits that hold every partial sum that occurred
    std::int64_t overflows = 0;             // outputs whose partial sums left accumulatorBits
    OutputPlaces overflowPlaces;
    std::int64_t saturatedPairs = 0; // outputs of which a pair left int16
    OutputPlaces saturatedPlaces;
};

// y = requantize(sum (x - xZero) * (w - wZero) + bias). The order of summation decides where a narrow
// accumulator overflows: kernel position major (row-major over the kernel's axes), input channel inner, bias
// last. Padding holds xZero and adds nothing. An addition whose result leaves accumulatorBits saturates or
// wraps before the next one; a saturated sum goes on from the limit. accumulatorBitsNeeded looks at the exact
// partial sums, the final one included. Errors: BadInput for extents, counts, zero points (int16) or scales
// (finite, > 0) that do not fit together; Unsupported for more than three spatial axes or 2^28 outputs;
// Cancelled.
//
// SaturatingPairs, with the same order of terms, x in 0..255 and w in -128..127 (BadInput otherwise), padding
// read as the code xZero and an odd last term paired with 0:
//   sum over pairs of int16(x0 w0 + x1 w1)  - xZero sum w - wZero sum x + terms * xZero * wZero  + bias
// where int16() saturates; the accumulator adds pair by pair, then all corrections as one number, then the
// bias. Where no pair saturates this is the exact sum.
Result<ConvOutput> convInt8(const ConvArguments& arguments, const RunContext& run = {});

// True if it does that: SaturatingPairs, and no depthwise convolution.
bool addsInPairs(const ConvArguments& arguments);

} // namespace edgewright::quant
