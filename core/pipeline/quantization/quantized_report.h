// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of quantization on a model, layer by layer: the whole model in integers against the folded one in
// float32, on inputs of one's own.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// A product (Conv, ConvTranspose, Gemm, MatMul) with its activation. Figures are over all elements of all
// samples and compare the real numbers that the codes stand for with the float32 tensor behind the activation.
struct QuantizedLayer {
    NodeId product;                     // of the folded graph
    std::vector<NodeId> origins;        // of the model that was quantized: all that is part of the layer
    std::string name, op, activation;   // activation: "Relu", "Clip", or empty
    quant::Params output;               // of the codes behind the layer
    std::size_t weightScales = 0;       // 1, or one for each output channel; 0: its weights are an activation
    std::optional<int> accumulatorBits; // whatever the input (worstSumBits); empty: not known
    bool inIntegers = true; // multiplies codes; false: the target's integer operators do not cover it
    // In the whole model in integers: with what the layers before it add.
    double sqnrDb = 0, cosine = 0, maxAbsError = 0, meanAbsError = 0;
    double withinOneStep = 0; // share of elements, 0..1
    SampleSpread spread;      // of sqnrDb
    // The layer alone in integers, on its float32 input.
    double localSqnrDb = 0, localWithinOneStep = 0;
    SampleSpread localSpread = {}; // of localSqnrDb
    std::string reason;            // why less than 95 % are within one step, as a sentence; empty: they are
};

struct QuantizedReport {
    std::vector<QuantizedLayer> layers;           // in execution order
    std::vector<Int8Output> outputs;              // of the model
    std::vector<Int8Sample> tops;                 // by sample
    TopCounts counts;                             // of them
    std::vector<SampleChange> samples;            // likewise
    std::int64_t bytesBefore = 0, bytesAfter = 0; // as in quant::QdqGraph

    ModelChange change() const { return {outputs, counts, samples}; }
};

// Runs float32, integers and every layer alone for each of the samples, one sample at a time; `expected`: how
// many there will be, for the progress. BadInput without samples; errors of `samples` are passed on.
Result<QuantizedReport> quantizedReport(const Quantized& quantized, const NextLabelledFeeds& samples,
                                        std::size_t expected = 0, const RunContext& run = {});

} // namespace edgewright::pipeline
