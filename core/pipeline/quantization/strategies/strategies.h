// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to quantize one model side by side: accuracy, error and size of each, on the same samples.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/remedies/correct_bias.h"
#include "core/pipeline/quantization/strategies/strategy.h"
#include "core/quant/improve/equalize.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// A product with its activation, in the whole model in integers.
struct StrategyLayer {
    NodeId product; // of the folded graph
    std::string name;
    // Of the weights behind their codes; empty: they are no constants.
    std::optional<double> weightSqnrDb;
    // Of its output against float32, on StrategyComparison::layerSamples; empty without such samples.
    std::optional<double> sqnrDb;
};

struct StrategyRow {
    Strategy strategy;
    std::string name;
    ModelChange change;                // of the first output, against the folded model in float32
    std::vector<StrategyLayer> layers; // in execution order
    // Of the layers with figures: the mean of the decibels that are finite, and the place in `layers` of the
    // worst one. Empty: there are none, as where equalization has changed what layers write in float32.
    std::optional<double> meanLayerSqnrDb;
    std::optional<std::size_t> worstLayer;
    // Of all products that can be quantized, with biases and scales.
    std::int64_t weightBytesBefore = 0, weightBytesAfter = 0;
    std::int64_t fileBytes = 0;         // of the model with pairs, as onnx::exportModel would write it
    std::optional<double> milliseconds; // of one inference, where the caller measured it

    double outputSqnrDb() const { return change.outputSqnrDb(); }
};

// How unlike the channels of a layer's weights are.
struct ChannelSpread {
    NodeId product; // of the folded graph
    std::string name;
    std::size_t channel = 0; // the one with the largest weight
    double ratio = 1;        // of its largest magnitude to that of the median channel, which is not 0
};

struct StrategyComparison {
    std::vector<StrategyRow> rows; // as in the options
    std::size_t samples = 0;
    std::size_t layerSamples = 0; // of them, those that layers are compared on (FloatReference)
    // Tensors with codes, and those of them that no sample of the calibration has a negative value of.
    std::size_t activations = 0, neverNegative = 0;
    std::optional<ChannelSpread> widest; // the layer whose channels are most unlike; empty: none has two
};

struct StrategyOptions {
    std::vector<Strategy> strategies = strategyMatrix();
    QuantizeOptions base; // what a strategy leaves open
    // Called on the thread of the caller after each row, which is the last one of what there is so far.
    std::function<void(const StrategyComparison&)> finished;
    // Milliseconds of one inference of a model with pairs of QuantizeLinear and DequantizeLinear. Its error
    // ends the comparison.
    std::function<Result<double>(const Typed&, const RunContext&)> milliseconds;
    // For remedies: the inputs of the calibration, once more each time it is called.
    std::function<NextFeeds()> calibrationInputs;
    quant::EqualizeOptions equalization;
    BiasErrors biasErrors = BiasErrors::Accumulated;
};

// `calibration`: made for codes per channel, which need a higher opset, where a strategy has such. `samples` is
// asked once for each strategy and once more for float32, which runs once. Rows that are finished when it is
// stopped or fails have been told. BadInput without samples or strategies, and for a remedy without
// calibrationInputs; errors name the strategy.
Result<StrategyComparison> compareStrategies(const Calibration& calibration,
                                             const std::function<NextLabelledFeeds()>& samples,
                                             const StrategyOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::pipeline
