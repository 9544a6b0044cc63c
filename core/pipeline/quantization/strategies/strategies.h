// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison of quantization strategies on one model: accuracy, error and size of each, on the same samples.
#pragma once

#include "core/measure/statistics.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"
#include "core/pipeline/quantization/remedies/correct_bias.h"
#include "core/quant/improve/equalize.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

enum class Remedy {
    None,
    Equalize,    // quant/improve/equalize.h
    CorrectBias, // correct_bias.h
    FloatLayers, // layers that gain alone stay in float32 (Sensitivity::gains)
};

// One way to quantize a model in 8 bits: granularity of the weights, scheme of the activations, method to
// choose ranges, and a remedy.
struct Strategy {
    quant::Granularity weights = quant::Granularity::PerChannel;
    bool symmetric = false; // activations: symmetric int8, otherwise asymmetric uint8
    std::string method{quant::DefaultRangeMethod};
    Remedy remedy = Remedy::None;
    std::size_t floatLayers = 0; // of Remedy::FloatLayers: at most so many

    // "per channel, asymmetric uint8, min-max", "..., biases corrected".
    std::string name() const;
    // `base` with what this says.
    QuantizeOptions options(const QuantizeOptions& base) const;
    friend bool operator==(const Strategy&, const Strategy&) = default;
};

std::string weightsName(quant::Granularity weights); // "per channel"
std::string activationsName(bool symmetric);         // "asymmetric uint8"
std::string methodTitle(const std::string& method);  // "min-max" for min_max

// Both granularities, both schemes and all of quant::rangeMethods(), without remedies: per tensor first,
// asymmetric before symmetric, methods in their order.
std::vector<Strategy> strategyMatrix();

// One product with its activation, in the whole model quantized.
struct StrategyLayer {
    NodeId product; // of the folded graph
    std::string name;
    std::optional<double> weightSqnrDb; // dequantized against float32 weights; empty: they are no constants
    std::optional<double> sqnrDb; // its output against float32, on the layerSamples; empty: there are none
};

// The latency of one inference.
struct LatencyHere {
    double milliseconds = 0;
    std::optional<measure::Interval> interval = {}; // milliseconds, 95 %; empty: of too few runs
};

// "1.02 ms to 1.10 ms"; empty: it is not known.
std::string betweenText(const LatencyHere& latency);

struct StrategyRow {
    Strategy strategy;
    Strategy made;                     // the same with as many layers in float32 as gain
    ModelChange change;                // against the folded model in float32
    std::vector<StrategyLayer> layers; // in execution order
    // Over the layers that have an sqnrDb: the mean of the finite ones, and the index in `layers` of the
    // lowest. Empty where no layer has one: equalization changes what layers write in float32, so there is no
    // reference.
    std::optional<double> meanLayerSqnrDb;
    std::optional<std::size_t> worstLayer;
    // As in quant::QdqGraph.
    std::int64_t weightBytesBefore = 0, weightBytesAfter = 0;
    std::int64_t fileBytes = 0;         // of the model with pairs, as onnx::exportModel would write it
    std::optional<LatencyHere> latency; // where the caller measured it

    std::string name() const { return made.name(); }

    // The lowest of all outputs and parts of outputs.
    double outputSqnrDb() const { return change.weakest().sqnrDb; }
};

// The unlikeness of the output channels of a layer's weights: what per-tensor scales suffer from.
struct ChannelSpread {
    NodeId product; // of the folded graph
    std::string name;
    std::size_t channel = 0; // the one with the largest weight
    double ratio = 1;        // its largest magnitude / that of the median channel, which is not 0
};

struct StrategyComparison {
    std::vector<StrategyRow> rows; // as in the options
    std::size_t wanted = 0;        // rows of the whole comparison; while there are fewer it goes on
    std::size_t samples = 0;
    std::size_t layerSamples = 0; // the first ones, on which layers are compared (FloatReference)
    // Quantized tensors, and those of them without a negative value in the calibration.
    std::size_t activations = 0, neverNegative = 0;
    std::vector<quant::MixedRanges> mixed;
    std::optional<UnlikeInputs> unlike;  // Calibration
    std::optional<ChannelSpread> widest; // the layer with the largest ratio; empty: none has two channels
};

struct StrategyOptions {
    std::vector<Strategy> strategies = strategyMatrix();
    QuantizeOptions base; // for all that a strategy does not say
    // Called on the thread of the caller after each row, with all rows so far.
    std::function<void(const StrategyComparison&)> finished;
    // Measures a QDQ model. Its error ends the comparison.
    std::function<Result<LatencyHere>(const Typed&, const RunContext&)> latency;
    // For remedies: begins the inputs of the calibration again at each call.
    std::function<NextFeeds()> calibrationInputs;
    quant::EqualizeOptions equalization;
    BiasErrors biasErrors = BiasErrors::Accumulated;
};

// `calibration`: for per-channel codes, which need a higher opset, where a strategy has them. `samples` is
// called once for float32 and once for each strategy (for Remedy::FloatLayers before that as often as
// sensitivity() calls it for gains, which depend on the codes of the strategy), but where its method chooses
// the ranges of an earlier one: that model is the same, and so is its row. When this is stopped or fails,
// `finished` has been called with the rows until then. BadInput without samples or strategies, and for a remedy
// without calibrationInputs; errors name the strategy.
Result<StrategyComparison> compareStrategies(const Calibration& calibration,
                                             const std::function<NextLabelledFeeds()>& samples,
                                             const StrategyOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::pipeline
