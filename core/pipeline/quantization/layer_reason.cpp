// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer_reason.h"

#include "core/pipeline/quantization/channel_widths.h"
#include "core/pipeline/quantization/error_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace edgewright::pipeline {

namespace {

constexpr double OutsideToTell = 0.001; // share of outputs beyond the codes
constexpr double WidthToTell = 4;       // times the median channel
constexpr double InheritedToTell = 3;   // dB between the layer alone and in the whole model
constexpr double RoundingToTell = 0.3;  // output steps, standard deviation

// `format`: of the number and at most a few letters.
std::string numberText(const char* format, double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string inheritedText(const QuantizedLayer& layer) {
    const bool tells = layer.localSqnrDb - layer.sqnrDb >= InheritedToTell; // not for two infinities
    if (!tells && layer.localWithinOneStep < EnoughWithinOneStep) return {};
    return "most of the error comes with its input: alone it has " + decibelText(layer.localSqnrDb, 1) +
           ", here " + decibelText(layer.sqnrDb, 1);
}

std::string clippedText(const CodedLayer& place, const LayerSeen& seen) {
    const double share =
        seen.outputs == 0 ? 0 : static_cast<double>(seen.outside) / static_cast<double>(seen.outputs);
    if (share < OutsideToTell) return {};
    return numberText("%.2g %%", share * 100) + " of its outputs lie outside of what its codes cover, " +
           numberText("%.4g", static_cast<double>(place.covered.low)) + " to " +
           numberText("%.4g", static_cast<double>(place.covered.high));
}

std::string wideChannelText(const quant::QuantizedProduct& product, const ChannelWidths& widths) {
    if (product.weights.size() != 1 || widths.largest.size() < 2) return {};
    const auto widest = std::ranges::max_element(widths.largest);
    const double median = medianOf(widths.largest);
    if (median == 0 || *widest < WidthToTell * median) return {};
    return "the weights of channel " + std::to_string(widest - widths.largest.begin()) + " are " +
           numberText("%.3g", *widest / median) +
           " times as wide as those of the median channel, and all share one scale";
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
    return "rounding its input moves an output by " + numberText("%.2g", ofInput) +
           " steps, rounding its weights by " + numberText("%.2g", ofWeights) + " (standard deviations)";
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
        if (!text.empty()) reason += (reason.empty() ? "" : "; ") + text;
    };
    add(inheritedText(layer));
    if (layer.localWithinOneStep < EnoughWithinOneStep) {
        add(clippedText(place, seen));
        add(wideChannelText(product, widths));
        if (product.raisedForBias > 0)
            add("the scales of " + std::to_string(product.raisedForBias) +
                " channels were raised so that their bias fits 32 bits");
        add(roundingText(place, product, widths, seen));
    }
    if (reason.empty()) reason = "its errors add up over " + std::to_string(widths.depth) + " products";
    return reason;
}

} // namespace edgewright::pipeline
