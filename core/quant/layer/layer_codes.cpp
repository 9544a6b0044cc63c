// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_codes.h"

#include <algorithm>

namespace edgewright::quant {

namespace {

constexpr std::size_t CodeStretch = 1 << 16; // elements between two looks at run.stopped()

// Streams of stochastic rounding, so that no two of them are rounded alike.
enum class Stream : std::uint64_t { Input, Weights, Output };

Rounder rounderOf(const StudyOptions& options, Stream stream) {
    return Rounder(options.rounding, options.roundingSeed * 4 + static_cast<std::uint64_t>(stream));
}

void codeWeights(LayerCodes& codes, const LayerOperands& operands, const StudyOptions& options) {
    const std::span<const float> weights = operands.weights;
    codes.w.reserve(weights.size());
    const std::size_t parts =
        options.weights == Granularity::PerChannel ? static_cast<std::size_t>(operands.shape.outChannels) : 1;
    const std::size_t each = weights.size() / parts;
    const Codes within = codesOf(options.weightScheme);
    const Rounder rounder = rounderOf(options, Stream::Weights);
    for (std::size_t part = 0; part < parts; ++part)
        codes.weights.push_back(paramsFor(rangeOf(weights.subspan(part * each, each)), options.weightScheme));
    const auto channels = static_cast<std::size_t>(operands.shape.outChannels);
    raiseForBias(codes.weights, operands.bias, codes.input.scale,
                 weights.size() / std::max<std::size_t>(channels, 1), options.weightScheme,
                 options.activationScheme);
    for (std::size_t part = 0; part < parts; ++part) {
        const Params params = codes.weights[part];
        for (const float weight : weights.subspan(part * each, each)) {
            const std::int32_t code = quantize(weight, params, within, rounder, codes.w.size());
            const double exact = static_cast<double>(weight);
            const double error =
                static_cast<double>(code - params.zeroPoint) * static_cast<double>(params.scale) - exact;
            codes.weightSignal += exact * exact;
            codes.weightNoise += error * error;
            codes.w.push_back(static_cast<std::int16_t>(code));
        }
    }
}

bool hasPairs(const StudyOptions& options) {
    return options.activationScheme.type == CodeType::UInt8 &&
           (options.weightScheme.type == CodeType::Int8 || options.weightScheme.type == CodeType::Int4);
}

} // namespace

LayerCodes weightCodes(const LayerOperands& operands, const StudyOptions& options) {
    LayerCodes codes;
    codes.input = paramsFor(options.inputRange ? *options.inputRange : rangeOf(operands.x.as<float>()),
                            options.activationScheme);
    codeWeights(codes, operands, options);
    return codes;
}

Result<LayerCodes> layerCodes(const LayerOperands& operands, const StudyOptions& options, Range output,
                              const RunContext& run) {
    LayerCodes codes = weightCodes(operands, options);
    const auto x = operands.x.as<float>();
    const Scheme& scheme = options.activationScheme;
    const Codes activations = codesOf(scheme.type);
    codes.output = paramsFor(output, scheme);
    codes.x.resize(x.size());
    const Rounder rounder = rounderOf(options, Stream::Input);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (i % CodeStretch == 0 && run.stopped()) return cancelled();
        codes.x[i] = static_cast<std::int16_t>(quantize(x[i], codes.input, activations, rounder, i));
    }
    for (std::size_t channel = 0; channel < operands.bias.size(); ++channel) {
        const float step =
            codes.input.scale * ofChannel(codes.weights, static_cast<std::int64_t>(channel)).scale;
        codes.bias.push_back(biasCode(static_cast<double>(operands.bias[channel]) / static_cast<double>(step)));
    }
    return codes;
}

ConvArguments LayerCodes::arguments(const ConvShape& shape, const StudyOptions& options) const {
    const Codes activations = codesOf(options.activationScheme.type);
    ConvArguments arguments;
    arguments.shape = shape;
    arguments.x = x;
    arguments.w = w;
    arguments.xZero = input.zeroPoint;
    arguments.bias = bias;
    arguments.xScale = input.scale;
    for (const Params& params : weights) {
        arguments.wScale.push_back(params.scale);
        arguments.wZero.push_back(params.zeroPoint);
    }
    arguments.yScale = output.scale;
    arguments.yZero = output.zeroPoint;
    arguments.yMin = activations.lowest;
    arguments.yMax = activations.highest;
    if (options.limits) { // as a target's integer kernel has an activation: in the ends of its clamp
        arguments.yMin = quantize(options.limits->low, output, activations);
        arguments.yMax = quantize(options.limits->high, output, activations);
    }
    arguments.requantize = options.requantize;
    arguments.rounder = rounderOf(options, Stream::Output);
    if (hasPairs(options)) arguments.accumulation = options.accumulation;
    arguments.accumulatorBits = options.accumulatorBits;
    arguments.overflow = options.overflow;
    return arguments;
}

} // namespace edgewright::quant
