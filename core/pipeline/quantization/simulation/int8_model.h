// SPDX-License-Identifier: GPL-3.0-or-later
// A whole model in simulated INT8: quantized as quantize() does it, with every Conv with constant weights, and
// Gemm and MatMul with a matrix of them, in the integer kernel. Batch norms are folded first, and the Relu or
// Clip behind a layer is part of it, as on integer hardware. All else stays in FP32 where quantize() has no
// codes for any of these products, but for others (models on codes, opsets that cannot be raised, activations
// of 4 bits), and with `onlyLayer` and without `fused`.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/study.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// Errors are over all elements of all samples, behind the layer's activation.
struct Int8Layer {
    NodeId node; // of the given graph: the product that the layer was made of
    std::vector<NodeId>
        origins; // of the given graph: all that became part of it, batch norm and activation too
    std::string name, op;
    std::string activation; // "Relu", "Clip", or empty
    std::int64_t macs = 0;
    int accumulatorBitsNeeded = 0;
    std::int64_t overflows = 0;
    double sqnrDb = 0;   // with the layer's own FP32 input: what this layer alone costs
    SampleSpread spread; // of sqnrDb
    double cosine = 0;   // between FP32 and INT8 output, likewise with the layer's FP32 input; -1..1
    double maxAbsError = 0;
    double meanAbsError = 0;
    double withinOneStep = 0; // share of outputs
    // When every layer is INT8: of the output against the FP32 run, and of its sums.
    double accumulatedSqnrDb = 0;
    int accumulatedBitsNeeded = 0;
    std::int64_t accumulatedOverflows = 0;
    double weightSqnrDb = 0; // of the weights behind their codes, against the FP32 weights
    // With `sensitivity`: the lowest SQNR of the model's outputs when only this layer is INT8, and whose it is.
    double outputSqnrDb = 0;
    std::string weakestOutput;
};

// A product that is none of the layers.
struct LeftOut {
    std::string name, reason; // "stays in float32: its weights are computed at run time"
};

struct Int8Model {
    std::vector<Int8Layer> layers; // execution order
    std::vector<LeftOut> leftOut;  // likewise; none with `onlyLayer`
    std::vector<Int8Output> outputs;
    std::vector<Int8Sample> tops; // by sample
    TopCounts counts;             // of them
};

struct Int8ModelOptions {
    quant::StudyOptions study;
    std::string onlyLayer; // by name; empty: all
    bool sensitivity = false;
    bool fused = true;        // false: the graph as it is, every batch norm and activation in FP32
    std::size_t expected = 0; // how many samples there will be, for the progress
};

// Ranges come from `calibration`, figures from `samples`, one of them at a time. BadInput where either has
// none, and for what quantize() refuses, since nothing of it can be quantized; their errors are passed on.
Result<Int8Model> int8Model(const Typed& typed, const NextFeeds& calibration, const NextLabelledFeeds& samples,
                            const Int8ModelOptions& options, const RunContext& run = {});

// The accumulator that sums are made in.
struct Int8Accumulator {
    int bits = 32; // 8..32
    quant::Overflow overflow = quant::Overflow::Wrap;
    friend bool operator==(const Int8Accumulator&, const Int8Accumulator&) = default;
};

struct Int8Runs {
    std::vector<Int8Model> models; // one for each accumulator
    // The width of the sums of each layer; measured with its FP32 input, over all samples.
    std::vector<quant::BitGrowth> growth;
};

// The same for one or more accumulators at once, in place of that in `options`. What does not depend on the
// accumulator is computed once: ranges, FP32, and every layer none of whose sums leaves it.
Result<Int8Runs> int8Runs(const Typed& typed, const NextFeeds& calibration, const NextLabelledFeeds& samples,
                          const Int8ModelOptions& options, std::span<const Int8Accumulator> accumulators,
                          const RunContext& run = {});

} // namespace edgewright::pipeline
