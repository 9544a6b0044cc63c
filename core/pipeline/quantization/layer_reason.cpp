// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer_reason.h"

#include "core/base/say.h"
#include "core/pipeline/quantization/channel_widths.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/quant/arithmetic/accumulator.h"
#include "core/quant/qdq/operator_role.h"
#include "core/table/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace edgewright::pipeline {

namespace {

// The codes behind input `index`: the constant that its DequantizeLinear reads; null: there is none.
const ir::Tensor* codesBehind(const ir::Graph& graph, const ir::Connections& connections, const ir::Node& node,
                              std::size_t index) {
    if (!node.hasInput(index)) return nullptr;
    const auto producer = connections.producer(node.input(index));
    if (!producer || !graph.node(*producer).is("DequantizeLinear")) return nullptr;
    return graph.value(graph.node(*producer).input(0)).known();
}

// All codes of the type that the product's input has; empty where it is no tensor of codes.
std::optional<quant::Codes> codesRead(const ir::Graph& graph, const ir::Connections& connections,
                                      const ir::Node& product) {
    const auto producer = connections.producer(product.input(0));
    if (!producer || !graph.node(*producer).is("DequantizeLinear")) return std::nullopt;
    switch (graph.value(graph.node(*producer).input(0)).type.dtype) {
    case ir::DataType::UInt8:
        return quant::codesOf(quant::CodeType::UInt8);
    case ir::DataType::Int8:
        return quant::codesOf(quant::CodeType::Int8);
    case ir::DataType::Int16:
        return quant::codesOf(quant::CodeType::Int16);
    default:
        return std::nullopt;
    }
}

template <typename T, typename Visit>
void visitCodes(const ir::Tensor& tensor, const Visit& visit) {
    const auto codes = tensor.as<T>();
    for (std::size_t i = 0; i < codes.size(); ++i)
        visit(i, static_cast<std::int64_t>(codes[i]));
}

// False for a type that weights are not coded with here.
template <typename Visit>
bool visitAll(const ir::Tensor& tensor, const Visit& visit) {
    switch (tensor.dtype()) {
    case ir::DataType::Int8:
        visitCodes<std::int8_t>(tensor, visit);
        return true;
    case ir::DataType::Int16:
        visitCodes<std::int16_t>(tensor, visit);
        return true;
    case ir::DataType::Int4:
        for (std::int64_t i = 0; i < tensor.elements(); ++i) {
            const auto byte = std::to_integer<unsigned>(tensor.bytes()[static_cast<std::size_t>(i / 2)]);
            const auto code = static_cast<std::int64_t>(byte >> (i % 2 * 4) & 0xf);
            visit(static_cast<std::size_t>(i), code >= 8 ? code - 16 : code);
        }
        return true;
    default:
        return false;
    }
}

} // namespace

std::optional<int> worstSumBits(const Quantized& quantized, const CodedLayer& layer) {
    const ir::Graph& graph = *quantized.typed->graph;
    const ir::Connections connections(graph);
    const ir::Node& product = graph.node(layer.product);
    const ir::Tensor* weights = codesBehind(graph, connections, product, 1);
    if (product.is("ConvTranspose") || !weights || weights->dims().empty()) return std::nullopt;
    const quant::QuantizedProduct& coded = quantized.details.products[layer.index];
    const std::int64_t axis = quant::channelAxis(product, weights->dims().size());
    std::size_t inner = 1;
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < weights->dims().size(); ++i)
        inner *= static_cast<std::size_t>(weights->dims()[i]);
    const auto channels = static_cast<std::size_t>(weights->dims()[static_cast<std::size_t>(axis)]);
    const auto codes = codesRead(graph, connections, product);
    if (!codes) return std::nullopt;
    // Padding is the zero point, which adds 0.
    const std::int64_t low = std::min(codes->lowest - layer.inputParams.zeroPoint, 0),
                       high = std::max(codes->highest - layer.inputParams.zeroPoint, 0);
    std::vector<std::pair<std::int64_t, std::int64_t>> sums(channels);
    const bool known = visitAll(*weights, [&](std::size_t element, std::int64_t code) {
        const std::size_t channel = element / inner % channels;
        const std::int64_t weight =
            code - quant::ofChannel(coded.weights, static_cast<std::int64_t>(channel)).zeroPoint;
        sums[channel].first += weight * (weight >= 0 ? low : high);
        sums[channel].second += weight * (weight >= 0 ? high : low);
    });
    if (!known) return std::nullopt;
    const ir::Tensor* bias = codesBehind(graph, connections, product, 2);
    std::int64_t worstLow = 0, worstHigh = 0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        auto [least, most] = sums[channel];
        worstLow = std::min(worstLow, least);
        worstHigh = std::max(worstHigh, most);
        if (!bias || bias->dtype() != ir::DataType::Int32 || bias->elements() == 0) continue;
        const auto biases = bias->as<std::int32_t>();
        const std::int64_t added = biases[biases.size() == channels ? channel : 0];
        worstLow = std::min(worstLow, least + added);
        worstHigh = std::max(worstHigh, most + added);
    }
    return quant::signedBits(worstLow, worstHigh);
}

namespace {

constexpr double ClippedToTell = 0.25; // of the error's power: that of outputs beyond the codes
constexpr double HalfOwn = 0.5;        // of the error's power: below, most comes with the input
constexpr double AllOwn = 0.995;       // likewise: from here on there is no other share to tell
constexpr double WidthToTell = 4;      // times the median channel
constexpr double RoundingToTell = 0.3; // output steps, standard deviation

// The power of the layer's error alone over that in the model, on the same outputs; more than 1 where errors of
// the input cancel some of it.
double ownShareOf(const QuantizedLayer& layer) {
    if (layer.sqnrDb == layer.localSqnrDb) return 1; // two infinities, too
    return std::pow(10, (layer.sqnrDb - layer.localSqnrDb) / 10);
}

std::string originText(const QuantizedLayer& layer, double ownShare) {
    if (ownShare >= AllOwn) return {};
    const std::string alone = decibelText(layer.localSqnrDb, 1), here = decibelText(layer.sqnrDb, 1);
    if (ownShare < HalfOwn)
        return say("most of the error comes with its input: alone it has {1}, here {2}", alone, here);
    return say("{1} of the error's power is its own: alone it has {2}, here {3}",
               table::printed("%.0f %%", ownShare * 100), alone, here);
}

std::string clippedText(const CodedLayer& place, const LayerSeen& seen, double ownShare) {
    if (seen.outside == 0 || !(seen.errorSquares > 0)) return {};
    const double share = seen.outsideSquares / seen.errorSquares;
    if (!(share * std::min(ownShare, 1.0) >= ClippedToTell)) return {};
    const double outside = static_cast<double>(seen.outside) / static_cast<double>(seen.outputs);
    return say(
        "{1} of its outputs lie outside of what its codes cover, {2} to {3}: {4} of the power of its own "
        "error",
        table::printed("%.2g %%", outside * 100),
        table::printed("%.4g", static_cast<double>(place.covered.low)),
        table::printed("%.4g", static_cast<double>(place.covered.high)),
        table::printed("%.0f %%", share * 100));
}

std::string wideChannelText(const quant::QuantizedProduct& product, const ChannelWidths& widths) {
    if (product.weights.size() != 1 || widths.largest.size() < 2) return {};
    const auto widest = std::ranges::max_element(widths.largest);
    const double median = medianOf(widths.largest);
    if (median == 0 || *widest < WidthToTell * median) return {};
    return say("the weights of channel {1} are {2} times as wide as those of the median channel, and all share "
               "one scale",
               widest - widths.largest.begin(), table::printed("%.3g", *widest / median));
}

// Rounding errors are even over a step: a standard deviation of step / sqrt(12) each, and those of the terms
// of a sum are independent.
std::string roundingText(const CodedLayer& place, const quant::QuantizedProduct& product,
                         const ChannelWidths& widths, const LayerSeen& seen) {
    if (product.weights.empty() || widths.norms.empty() || seen.inputs == 0) return {};
    const double output = static_cast<double>(place.params.scale), even = std::sqrt(12.0);
    const double norm = medianOf(widths.norms);
    const double ofInput = static_cast<double>(place.inputParams.scale) / even * norm / output;
    std::vector<double> scales;
    for (const quant::Params& each : product.weights)
        scales.push_back(static_cast<double>(each.scale));
    const double square = seen.inputSquares / static_cast<double>(seen.inputs);
    const double ofWeights =
        medianOf(std::move(scales)) / even * std::sqrt(square * static_cast<double>(widths.depth)) / output;
    if (std::hypot(ofInput, ofWeights) < RoundingToTell) return {};
    return say("rounding its input moves an output by {1} steps, rounding its weights by {2} (standard "
               "deviations)",
               table::printed("%.2g", ofInput), table::printed("%.2g", ofWeights));
}

} // namespace

std::string layerReason(const Quantized& quantized, const CodedLayer& place, const QuantizedLayer& layer,
                        const LayerSeen& seen) {
    const quant::QuantizedProduct& product = quantized.details.products[place.index];
    const ir::Graph& folded = *quantized.folded->graph;
    const ir::Node& node = folded.node(place.product);
    const ir::Tensor* weights = node.hasInput(1) ? folded.value(node.input(1)).known() : nullptr;
    const ChannelWidths widths = weights ? channelWidths(node, *weights) : ChannelWidths();
    std::string reason;
    const auto add = [&](const std::string& text) {
        if (!text.empty()) reason = reason.empty() ? text : say("{1}; {2}", reason, text);
    };
    const double ownShare = ownShareOf(layer);
    add(originText(layer, ownShare));
    add(clippedText(place, seen, ownShare));
    if (layer.localWithinOneStep < EnoughWithinOneStep) {
        add(wideChannelText(product, widths));
        if (product.raisedForBias > 0)
            add(say("the scales of {1} channels were raised so that their bias fits 32 bits",
                    product.raisedForBias));
        add(roundingText(place, product, widths, seen));
    }
    if (reason.empty()) reason = say("its errors add up over {1} products", widths.depth);
    return reason;
}

} // namespace edgewright::pipeline
