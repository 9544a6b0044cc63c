// SPDX-License-Identifier: GPL-3.0-or-later
// One layer in INT8 against FP32: quantize its real input and weights, run the integer kernel, compare.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/quant/conv_int8.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::quant {

enum class Granularity { PerTensor, PerChannel };

struct StudyOptions {
    Granularity weights = Granularity::PerChannel;
    Requantize requantize = Requantize::Float32;
    int accumulatorBits = 32;
    Overflow overflow = Overflow::Wrap;
    // Calibrated ranges; without them the ranges of this very input and output are used.
    std::optional<Range> inputRange, outputRange;
    friend bool operator==(const StudyOptions&, const StudyOptions&) = default;
};

struct LayerStudy {
    NodeId node;
    std::string name, op;
    StudyOptions options; // that it was made with
    std::int64_t macs = 0;
    Params input, output;
    std::vector<Params> weights; // 1 or one per output channel
    ir::Tensor reference;        // FP32 output of the layer (before any activation fused behind it)
    ir::Tensor dequantized;      // INT8 output, back in float32, same shape
    ir::Tensor error;            // dequantized - reference
    Range outputs;               // of reference and dequantized; 0 is in it
    double sqnrDb = 0; // 10 log10(sum ref^2 / sum err^2); infinity when exact, -infinity for errors on zeros
    double maxAbsError = 0;
    double withinOneStep = 0; // share of outputs whose error is at most one output step, 0..1
    int accumulatorBitsNeeded = 0;
    std::int64_t overflows = 0;
    std::vector<double> channelSqnrDb; // by output channel (Gemm, MatMul: by column)
};

// True for Conv, Gemm (and MatMul) nodes with constant weights, and for groups whose first member is one.
bool canStudy(const ir::Graph& graph, const ir::Node& node);

// `input` is the layer's FP32 input tensor; the FP32 output of the Conv/Gemm itself is computed here, in
// double. Weights become int8 (symmetric), activations uint8, the bias int32 at the accumulator's scale. Errors
// name the layer: BadInput for an input or attribute that does not fit, or FP32 results that are not finite;
// Unsupported for a node that canStudy refuses; Cancelled.
Result<LayerStudy> studyLayer(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::quant
