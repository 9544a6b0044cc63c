// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer_study.h"

#include "core/base/propagate.h"
#include "core/quant/conv_shape.h"
#include "core/quant/layer_operands.h"
#include "core/quant/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

namespace edgewright::quant {

namespace {

constexpr std::size_t Stretch = 1 << 16; // elements between two looks at run.stopped()

struct Weights {
    std::vector<std::int16_t> codes;
    std::vector<Params> params; // one, or one per output channel
};

float maxAbs(std::span<const float> values) {
    const Range range = rangeOf(values);
    return std::max(-range.low, range.high);
}

Weights quantizeWeights(std::span<const float> weights, std::int64_t channels, Granularity granularity) {
    Weights result;
    result.codes.reserve(weights.size());
    const std::size_t parts = granularity == Granularity::PerChannel ? static_cast<std::size_t>(channels) : 1;
    const std::size_t each = weights.size() / parts;
    for (std::size_t part = 0; part < parts; ++part) {
        const auto slice = weights.subspan(part * each, each);
        const Params params = symmetricInt8(maxAbs(slice));
        result.params.push_back(params);
        for (const float weight : slice)
            result.codes.push_back(quantizeInt8(weight, params));
    }
    return result;
}

// int32 at the scale of the accumulator, half to even; what does not fit saturates.
std::int32_t quantizeBias(float bias, float xScale, float wScale) {
    constexpr double Lowest = std::numeric_limits<std::int32_t>::min(),
                     Highest = std::numeric_limits<std::int32_t>::max();
    const float scale = xScale * wScale;
    const double steps = std::nearbyint(static_cast<double>(bias) / static_cast<double>(scale));
    return std::isnan(steps) ? 0 : static_cast<std::int32_t>(std::clamp(steps, Lowest, Highest));
}

double decibels(double signal, double noise) {
    return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
}

// Fills dequantized, error and everything measured from them.
Result<void> compare(LayerStudy& study, const ConvShape& shape, std::span<const std::int16_t> codes,
                     const RunContext& run) {
    const auto reference = std::as_const(study.reference).as<float>();
    const auto dequantized = study.dequantized.as<float>();
    const auto error = study.error.as<float>();
    const auto channels = static_cast<std::size_t>(shape.outChannels);
    const std::size_t positions =
        codes.size() / std::max<std::size_t>(1, static_cast<std::size_t>(shape.batch) * channels);
    const double step = static_cast<double>(study.output.scale);
    std::vector<double> signal(channels, 0.0), noise(channels, 0.0);
    std::size_t within = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (i % Stretch == 0 && run.stopped()) return cancelled();
        dequantized[i] = static_cast<float>(codes[i] - study.output.zeroPoint) * study.output.scale;
        error[i] = dequantized[i] - reference[i];
        const double exact = static_cast<double>(reference[i]);
        const double distance = std::abs(static_cast<double>(dequantized[i]) - exact);
        study.outputs.low = std::min({study.outputs.low, reference[i], dequantized[i]});
        study.outputs.high = std::max({study.outputs.high, reference[i], dequantized[i]});
        const std::size_t channel = i / positions % channels;
        signal[channel] += exact * exact;
        noise[channel] += distance * distance;
        study.maxAbsError = std::max(study.maxAbsError, distance);
        if (distance <= step) ++within;
    }
    double allSignal = 0, allNoise = 0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        study.channelSqnrDb.push_back(decibels(signal[channel], noise[channel]));
        allSignal += signal[channel];
        allNoise += noise[channel];
    }
    study.sqnrDb = decibels(allSignal, allNoise);
    study.withinOneStep = codes.empty() ? 1.0 : static_cast<double>(within) / static_cast<double>(codes.size());
    return {};
}

Result<void> computeReference(LayerStudy& study, const LayerOperands& operands, const RunContext& run) {
    for (ir::Tensor* tensor : {&study.reference, &study.dequantized, &study.error}) {
        ASSIGN_OR_RETURN(*tensor, ir::Tensor::allocate(ir::DataType::Float32, operands.outputDims));
    }
    auto done = convReference(operands.shape, operands.x.as<float>(), operands.weights, operands.bias,
                              study.reference.as<float>(), run);
    if (!done) return done;
    const auto reference = std::as_const(study.reference).as<float>();
    const auto bad = std::ranges::find_if(reference, [](float value) { return !std::isfinite(value); });
    if (bad != reference.end())
        return badInput("the FP32 output holds NaN or infinity (element " +
                        std::to_string(bad - reference.begin()) + "); there is no error to measure");
    return {};
}

Result<LayerStudy> study(const ir::Node& node, const Layer& layer, const ir::Tensor& input,
                         const StudyOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(auto operands, layerOperands(layer, input));
    ASSIGN_OR_RETURN(const auto sizes, checkConvShape(operands.shape));

    LayerStudy result;
    result.node = node.id;
    result.name = node.label();
    result.op = layer.node->op;
    result.options = options;
    result.macs = sizes.macs;
    RETURN_IF_ERROR(computeReference(result, operands, run));

    const auto x = std::as_const(operands.x).as<float>();
    result.input = asymmetricUInt8(options.inputRange.value_or(rangeOf(x)));
    result.output =
        asymmetricUInt8(options.outputRange.value_or(rangeOf(std::as_const(result.reference).as<float>())));
    Weights weights = quantizeWeights(operands.weights, operands.shape.outChannels, options.weights);
    std::vector<std::int16_t> codes(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % Stretch == 0 && run.stopped()) return cancelled();
        codes[i] = quantizeUInt8(x[i], result.input);
    }
    std::vector<std::int32_t> bias;
    for (std::size_t channel = 0; channel < operands.bias.size(); ++channel)
        bias.push_back(quantizeBias(operands.bias[channel], result.input.scale,
                                    weights.params[weights.params.size() == 1 ? 0 : channel].scale));

    ConvArguments arguments;
    arguments.shape = operands.shape;
    arguments.x = codes;
    arguments.w = weights.codes;
    arguments.xZero = result.input.zeroPoint;
    arguments.wZero = {0};
    arguments.bias = bias;
    arguments.xScale = result.input.scale;
    for (const Params& params : weights.params)
        arguments.wScale.push_back(params.scale);
    arguments.yScale = result.output.scale;
    arguments.yZero = result.output.zeroPoint;
    arguments.requantize = options.requantize;
    arguments.accumulatorBits = options.accumulatorBits;
    arguments.overflow = options.overflow;
    ASSIGN_OR_RETURN(auto output, convInt8(arguments, run));
    result.weights = std::move(weights.params);
    result.accumulatorBitsNeeded = output.accumulatorBitsNeeded;
    result.overflows = output.overflows;
    RETURN_IF_ERROR(compare(result, operands.shape, output.y, run));
    return result;
}

} // namespace

bool canStudy(const ir::Graph& graph, const ir::Node& node) { return findLayer(graph, node).has_value(); }

Result<LayerStudy> studyLayer(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options, const RunContext& run) {
    if (!graph.contains(node)) return internalError("no node with the id of the layer to study");
    const auto layer = findLayer(graph, graph.node(node));
    const std::string place = "layer '" + graph.node(node).label() + "'";
    if (!layer) return unsupported(place + ": expected a Conv, Gemm or MatMul with constant weights");
    try {
        auto result = study(graph.node(node), *layer, input, options, run);
        if (!result && result.error().code != ErrorCode::Cancelled)
            return std::move(result).error().within(place);
        return result;
    } catch (const std::bad_alloc&) {
        return unsupported(place + ": not enough memory");
    }
}

} // namespace edgewright::quant
