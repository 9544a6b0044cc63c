// SPDX-License-Identifier: GPL-3.0-or-later
// One layer in INT8 against FP32: quantize its real input and weights, run the integer kernel, compare.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/quant/arithmetic/bit_growth.h"
#include "core/quant/arithmetic/conv_int8.h"
#include "core/quant/layer/layer_reference.h"
#include "core/quant/scheme.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::quant {

struct StudyOptions {
    Granularity weights = Granularity::PerChannel;
    Scheme weightScheme = DefaultWeights, activationScheme = DefaultActivations;
    // Rounding of activations, weights, and requantization where it is in floating point.
    Rounding rounding = Rounding::HalfEven;
    std::uint64_t roundingSeed = 1; // of stochastic rounding
    Requantize requantize = Requantize::Float32;
    // SaturatingPairs: where activations are uint8 and weights have 8 bits or less; others are exact there,
    // too.
    Accumulation accumulation = Accumulation::Exact;
    int accumulatorBits = 32;
    Overflow overflow = Overflow::Wrap;
    // Calibrated ranges; without them the ranges of this very input and output are used.
    std::optional<Range> inputRange, outputRange;
    // Limits of the activation that is part of the layer (Relu, Clip), in units of the output, either may be
    // infinite: both results are clamped to them, codes at the nearest ones.
    std::optional<Range> limits;
    friend bool operator==(const StudyOptions&, const StudyOptions&) = default;
};

// Signal to quantization noise, of sums of squares: 10 log10(signal / noise); infinity without noise, -infinity
// for noise on nothing but zeros.
double decibels(double signal, double noise);

struct LayerStudy {
    NodeId node;
    std::string name, op;
    std::string sample;   // what the model was run on: "calibration.npy[0]"; empty: not told
    StudyOptions options; // that it was made with
    ir::Tensor source;    // the FP32 input that it was made on, shares its elements; none of a LayerReference
    std::int64_t macs = 0;
    Params input, output;
    std::vector<Params> weights; // 1 or one per output channel
    double weightSqnrDb = 0;     // of what the weights' codes stand for, against the FP32 weights
    // FP32 output of the layer, within `options.limits`; without any it shares its elements with the
    // LayerReference.
    ir::Tensor reference;
    ir::Tensor dequantized; // INT8 output, back in float32, same shape
    ir::Tensor error;       // dequantized - reference
    Range outputs;          // of reference and dequantized; 0 is in it
    double sqnrDb = 0; // 10 log10(sum ref^2 / sum err^2); infinity when exact, -infinity for errors on zeros
    double maxAbsError = 0;
    double withinOneStep = 0; // share of outputs whose error is at most one output step, 0..1
    int accumulatorBitsNeeded = 0;
    std::int64_t overflows = 0;
    OutputPlaces overflowPlaces;     // indexes into the output tensors: of a Gemm or MatMul row by row
    std::int64_t saturatedPairs = 0; // outputs of which a pair left int16 (Accumulation::SaturatingPairs)
    OutputPlaces saturatedPlaces;
    BitGrowth bitGrowth;
    std::vector<double> channelSqnrDb; // by output channel (Gemm, MatMul: by column)
};

// For one option after the other of the same layer: nothing in FP32 is computed again.
// The bias is int32 at the accumulator's scale. Errors name the layer: Unsupported for too little memory;
// Cancelled.
Result<LayerStudy> studyLayer(const LayerReference& reference, const StudyOptions& options = {},
                              const RunContext& run = {});

// The same with the reference computed for it, whose errors it adds.
Result<LayerStudy> studyLayer(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options = {}, const RunContext& run = {});

// The part of a study in integers alone, with nothing in FP32.
struct IntegerOutput {
    ir::Tensor dequantized; // as LayerStudy::dequantized
    int accumulatorBitsNeeded = 0;
    std::int64_t overflows = 0;
};

// `options` has the range of the output; of the reference only what it reads is used. Errors as above.
Result<IntegerOutput> integerOutput(const LayerReference& reference, const StudyOptions& options,
                                    const RunContext& run = {});
Result<IntegerOutput> integerOutput(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                                    const StudyOptions& options, const RunContext& run = {});

} // namespace edgewright::quant
