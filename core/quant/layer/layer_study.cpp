// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_study.h"

#include "core/base/propagate.h"
#include "core/quant/layer/in_layer.h"
#include "core/quant/layer/layer_codes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace edgewright::quant {

namespace {

constexpr std::size_t Stretch = 1 << 16; // elements between two looks at run.stopped()

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
        dequantized[i] = dequantize(codes[i], study.output);
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

Result<ir::Tensor> limited(const ir::Tensor& output, const std::optional<Range>& limits) {
    if (!limits) return output;
    ASSIGN_OR_RETURN(auto tensor, ir::Tensor::allocate(ir::DataType::Float32, output.dims()));
    std::ranges::transform(output.as<float>(), tensor.as<float>().begin(),
                           [&](float value) { return std::clamp(value, limits->low, limits->high); });
    return tensor;
}

Result<LayerStudy> study(const LayerReference& reference, const StudyOptions& options, const RunContext& run) {
    const LayerOperands& operands = reference.operands;
    LayerStudy result;
    result.node = reference.node;
    result.name = reference.name;
    result.op = reference.op;
    result.options = options;
    result.macs = reference.macs;
    ASSIGN_OR_RETURN(result.reference, limited(reference.output, options.limits));
    for (ir::Tensor* tensor : {&result.dequantized, &result.error}) {
        ASSIGN_OR_RETURN(*tensor, ir::Tensor::allocate(ir::DataType::Float32, operands.outputDims));
    }

    const Range outputs =
        options.outputRange ? *options.outputRange : rangeOf(std::as_const(result.reference).as<float>());
    ASSIGN_OR_RETURN(auto codes, layerCodes(operands, options, outputs, run));
    result.input = codes.input;
    result.output = codes.output;
    const ConvArguments arguments = codes.arguments(operands.shape, options);
    ASSIGN_OR_RETURN(auto output, convInt8(arguments, run));
    ASSIGN_OR_RETURN(result.bitGrowth, bitGrowth(arguments, codesOf(options.activationScheme.type),
                                                 output.accumulatorBitsNeeded));
    result.weights = std::move(codes.weights);
    result.weightSqnrDb = decibels(codes.weightSignal, codes.weightNoise);
    result.accumulatorBitsNeeded = output.accumulatorBitsNeeded;
    result.overflows = output.overflows;
    result.overflowPlaces = std::move(output.overflowPlaces);
    result.saturatedPairs = output.saturatedPairs;
    result.saturatedPlaces = std::move(output.saturatedPlaces);
    RETURN_IF_ERROR(compare(result, operands.shape, output.y, run));
    return result;
}

} // namespace

double decibels(double signal, double noise) {
    return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(signal / noise);
}

Result<LayerStudy> studyLayer(const LayerReference& reference, const StudyOptions& options,
                              const RunContext& run) {
    return inLayer(reference.name, [&] { return study(reference, options, run); });
}

Result<LayerStudy> studyLayer(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                              const StudyOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto reference, layerReference(graph, node, input, run));
    auto result = studyLayer(reference, options, run);
    if (result) result->source = input;
    return result;
}

Result<IntegerOutput> integerOutput(const LayerReference& reference, const StudyOptions& options,
                                    const RunContext& run) {
    if (!options.outputRange) return internalError("a layer in integers needs the range of its output");
    const LayerOperands& operands = reference.operands;
    return inLayer(reference.name, [&]() -> Result<IntegerOutput> {
        ASSIGN_OR_RETURN(const auto codes, layerCodes(operands, options, *options.outputRange, run));
        ASSIGN_OR_RETURN(const auto output, convInt8(codes.arguments(operands.shape, options), run));
        IntegerOutput result;
        ASSIGN_OR_RETURN(result.dequantized, ir::Tensor::allocate(ir::DataType::Float32, operands.outputDims));
        std::ranges::transform(output.y, result.dequantized.as<float>().begin(),
                               [&](std::int16_t code) { return dequantize(code, codes.output); });
        result.accumulatorBitsNeeded = output.accumulatorBitsNeeded;
        result.overflows = output.overflows;
        return result;
    });
}

Result<IntegerOutput> integerOutput(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                                    const StudyOptions& options, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto layer, layerWithoutOutput(graph, node, input));
    return integerOutput(layer, options, run);
}

} // namespace edgewright::quant
