// SPDX-License-Identifier: GPL-3.0-or-later
// One value, written out: how one output code of a layer comes from its inputs, weights and bias, step by step,
// and what of its error each step brought in.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/quant/arithmetic/requantizer.h"
#include "core/quant/layer/layer_study.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::quant {

// One product, in the order in which the kernel sums them up (conv_int8.h). Where it adds in pairs, products
// are those of raw codes, and what a pair adds stands at its second term.
struct TraceTerm {
    float x = 0, w = 0;                // FP32; x is 0 on padding
    std::int16_t xCode = 0, wCode = 0; // on padding xCode is the zero point
    bool padding = false;
    bool saturates = false;   // a pair left int16
    bool overflows = false;   // the accumulator could not hold this addition's result
    std::int64_t product = 0; // (xCode - x zero point) * (wCode - w zero point); in pairs xCode * wCode
    std::int64_t exact = 0;   // the sum so far of what was added, in enough bits
    std::int32_t held = 0;    // the sum so far as the accumulator holds it
};

// dequantized - reference, as the sum of what each step brought in. All in units of the output. With X and W
// for dequantized inputs and weights, S = x scale * w scale and s the output's scale:
struct ErrorParts {
    double input = 0;      // sum (X - x) w
    double weights = 0;    // sum X (W - w)
    double bias = 0;       // S * bias code - bias
    double pairs = 0;      // S * (what pairs that left int16 are, less what they ought to be)
    double overflow = 0;   // S * (held - exact), of the sums with bias
    double multiplier = 0; // s * product - S * held: the factor that the target can hold instead of S / s
    double rounding = 0;   // s * (rounded - product)
    double clamp = 0;      // s * (clamped - rounded), less what the activation takes from the reference
    double float32 = 0;    // the rest: dequantized and reference are rounded to float32
    std::array<double, 9> inOrder() const { // of the data path
        return {input, weights, bias, overflow, pairs, multiplier, rounding, clamp, float32};
    }
    double sum() const {
        return input + weights + bias + pairs + overflow + multiplier + rounding + clamp + float32;
    }
};

struct ValueTrace {
    NodeId node;
    std::string name, op;
    StudyOptions options; // that it was made with

    std::int64_t element = 0;            // of the layer's output, in memory's order
    ir::Dims outputDims, coordinates;    // coordinates of the element
    std::int64_t image = 0, channel = 0; // Gemm, MatMul: row and column
    std::int64_t firstInputChannel = 0;  // of the channel's group
    std::int64_t inputChannels = 1;      // of the group
    // The kernel's axes (one for Gemm and MatMul, of extent 1), and where its first position lies in the input;
    // negative on padding.
    std::vector<std::int64_t> kernel, dilations, origin;

    Params input, weight, output; // weight: of the channel
    // Kernel position major, input channel inner: kernelPositions() * inputChannels.
    std::vector<TraceTerm> terms;
    bool pairs = false;             // the kernel adds in pairs (Accumulation::SaturatingPairs)
    std::int64_t saturatedAway = 0; // what pairs that left int16 lack, all together
    // The part of the zero points in a sum of raw codes, added behind the terms; without pairs 0 and no
    // addition.
    std::int64_t correction = 0;
    bool correctionOverflows = false;
    std::int64_t correctedExact = 0; // with it
    std::int32_t correctedHeld = 0;
    bool hasBias = false;
    float bias = 0;
    std::int32_t biasCode = 0;
    bool biasOverflows = false;
    std::int64_t exact = 0; // with the bias
    std::int32_t held = 0;  // with the bias, as the accumulator holds it
    std::int64_t overflows =
        0; // additions, that of the bias included, whose result the accumulator cannot hold
    std::int64_t low = 0, high = 0; // of the exact partial sums, 0 included
    int bitsNeeded = 1;             // signed bits that hold them all

    RequantizeSteps requantize;
    std::int32_t code = 0;
    float dequantized = 0;
    float sum = 0;       // the same output in FP32, before the activation of StudyOptions::limits
    float reference = 0; // and behind it
    ErrorParts error;

    std::int64_t kernelPositions() const { return static_cast<std::int64_t>(terms.size()) / inputChannels; }
    std::int64_t positionOf(std::size_t term) const { return static_cast<std::int64_t>(term) / inputChannels; }
    std::int64_t inputChannelOf(std::size_t term) const {
        return firstInputChannel + static_cast<std::int64_t>(term) % inputChannels;
    }
    // Coordinates of the term's kernel position within the kernel, one for each axis.
    std::vector<std::int64_t> tapOf(std::size_t term) const;
    bool clamps() const { return requantize.clamped != requantize.rounded; }
    double total() const { return static_cast<double>(dequantized) - static_cast<double>(reference); }
};

// Element `output` of what studyLayer() makes of the same arguments; code, dequantized and reference are the
// same, since operands, accumulator and requantization are, and the integer kernel has to agree. Without an
// output range in `options` all outputs are computed in FP32 to find it. Errors: as studyLayer; BadInput where
// the output has no such element; Unsupported for more than 2^22 terms; Cancelled.
Result<ValueTrace> traceValue(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options, std::int64_t output, const RunContext& run = {});

// The same with the reference that a study was made with.
Result<ValueTrace> traceValue(const LayerReference& reference, const StudyOptions& options, std::int64_t output,
                              const RunContext& run = {});

} // namespace edgewright::quant
