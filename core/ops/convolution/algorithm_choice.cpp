// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/algorithm_choice.h"

#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/algorithms.h"
#include "core/ops/convolution/reduced.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <limits>

namespace edgewright::ops {

namespace {

using kernels::ceilDivide;
using Algorithm = kernels::ConvolutionAlgorithm;

constexpr double NeverDone = std::numeric_limits<double>::infinity();

// Estimated times, in the time of a product of two vectors that are in registers. The factors were fitted to
// times of layers of real networks.
struct AlgorithmTimes {
    double direct = NeverDone, im2col = NeverDone, winograd = NeverDone;
};

constexpr double GatherRunTime = 8;       // to move a run of up to a vector into a panel
constexpr double CopyVectorTime = 4;      // to move a vector of a row behind its padding
constexpr double LoadVectorTime = 0.8;    // one that is not aligned, by a direct convolution
constexpr double TransposeTime = 12;      // to move a vector of channels of a pixel to the planes of the output
constexpr double LoneVectorTime = 1.15;   // a panel of one vector, in the time of a vector of a full one
constexpr std::int64_t WideLanes = 8;     // of which each channel in them is worth a broadcast
constexpr std::int64_t MinTilePixels = 4; // fewer, and products wait for each other
constexpr std::int64_t PlanesInPlaceChannels = 16;

double realOf(std::int64_t value) { return static_cast<double>(value); }

double convolvedImages(const Convolution& conv) { return realOf(conv.batch * conv.group); }

double im2colTime(const Convolution& conv) {
    const Geometry& g = conv.geometry;
    const auto lanes = std::int64_t(kernels::table().lanes);
    // A panel's vectors are filled from as many runs as rows of the output touch them.
    const double vectors = realOf(ceilDivide(g.outPlane(), lanes));
    const double runs = vectors + realOf(g.axes[0].out * g.axes[1].out);
    return convolvedImages(conv) * realOf(conv.depth()) *
           (vectors * realOf(conv.outPerGroup()) + runs * GatherRunTime);
}

// To copy the input of a direct convolution of an image and group into padded rows.
double copyTime(const Convolution& conv) {
    const auto& [d, h, w] = conv.geometry.axes;
    const auto lanes = std::int64_t(kernels::table().lanes);
    const double strips = realOf(ceilDivide(h.out, rowsOfStrip(conv)));
    const double rows = realOf(h.in) + strips * realOf(h.window.reach());
    const double copied = realOf(conv.inPerGroup()) * rows * realOf(ceilDivide(w.in, lanes) + 1);
    return copied * CopyVectorTime;
}

double channelLanesTime(const Convolution& conv) {
    const auto lanes = std::int64_t(kernels::table().lanes);
    if (!canBeDirect(conv) || lanes < WideLanes) return NeverDone;
    const double vectors =
        realOf(ceilDivide(conv.outPerGroup(), lanes) * std::max(conv.geometry.outPlane(), MinTilePixels));
    const double sums = vectors * (realOf(conv.depth()) + TransposeTime);
    if (isOneByOne(conv)) return convolvedImages(conv) * sums;
    return convolvedImages(conv) * (sums + copyTime(conv));
}

double pixelLanesTime(const Convolution& conv) {
    if (!canBeDirect(conv)) return NeverDone;
    const auto& [d, h, w] = conv.geometry.axes;
    const auto lanes = std::int64_t(kernels::table().lanes);
    const bool isOne = isOneByOne(conv);
    const std::int64_t columns = kernels::table().gemm->columns; // pixels of a tile, which is always whole
    const double vectors = realOf(isOne ? ceilDivide(conv.geometry.outPlane(), columns) * columns / lanes
                                        : h.out * ceilDivide(w.out, lanes));
    const double panels = realOf(ceilDivide(conv.outPerGroup(), kernels::table().gemm->rows));
    return convolvedImages(conv) *
           (vectors * realOf(conv.depth()) * (realOf(conv.outPerGroup()) + panels * LoadVectorTime) +
            (isOne ? 0 : copyTime(conv)));
}

// Of a 1 x 1 convolution as a product with the planes.
double planesTime(const Convolution& conv) {
    const auto lanes = std::int64_t(kernels::table().lanes);
    const std::int64_t vectors = ceilDivide(conv.geometry.outPlane(), lanes);
    const std::int64_t ofPanel = kernels::table().gemm->columns / lanes;
    const double columns = realOf(vectors) + (vectors % ofPanel == 1 ? LoneVectorTime - 1 : 0);
    const double outputs = columns * realOf(conv.outPerGroup());
    return convolvedImages(conv) *
           (realOf(conv.depth()) * (outputs + realOf(vectors) * CopyVectorTime) + outputs * CopyVectorTime);
}

double directTime(const Convolution& conv) { return std::min(channelLanesTime(conv), pixelLanesTime(conv)); }

double winogradTime(const Convolution& conv) {
    if (!canBeWinograd(conv)) return NeverDone;
    const auto& [d, h, w] = conv.geometry.axes;
    const auto lanes = std::int64_t(kernels::table().lanes);
    const std::int64_t across = ceilDivide(w.out, kernels::WinogradOutputs);
    const std::int64_t step = h.window.dilation;
    const std::int64_t down = step * ceilDivide(ceilDivide(h.out, step), kernels::WinogradOutputs);
    const double vectors = realOf(ceilDivide(across * down, lanes));
    // Rows of few tiles take shorter vectors.
    const double pieces = realOf(down) * (realOf(across / lanes) + (across % lanes > 0 ? 0.75 : 0));
    const double channels = realOf(conv.inPerGroup() + conv.outPerGroup());
    return convolvedImages(conv) *
           (vectors * kernels::WinogradElements * realOf(conv.inPerGroup() * conv.outPerGroup()) +
            pieces * channels * realOf(TransformTilesTime));
}

AlgorithmTimes algorithmTimes(const Convolution& conv, bool constantWeights) {
    return {directTime(conv), im2colTime(conv), constantWeights ? winogradTime(conv) : NeverDone};
}

// A 1 x 1 convolution: a product with a vector has a way of its own.
bool fillsLanesWithChannels(const Convolution& conv) {
    return conv.geometry.outPlane() >= MinTilePixels && channelLanesTime(conv) < planesTime(conv);
}

// Few output channels, or there is less to gain from a panel that is gathered once.
bool readsPlanesInPlace(const Convolution& conv) {
    if (!canReadPixels(conv)) return false;
    if (conv.outPerGroup() <= PlanesInPlaceChannels) return true;
    return pixelLanesTime(conv) < std::min(planesTime(conv), channelLanesTime(conv));
}

Algorithm automaticAlgorithm(const Convolution& conv, bool constantWeights) {
    if (isDepthwise(conv)) return Algorithm::Direct;
    if (isOneByOne(conv)) {
        if (readsPlanesInPlace(conv)) return Algorithm::Direct;
        return fillsLanesWithChannels(conv) ? Algorithm::Direct : Algorithm::Im2col;
    }
    const AlgorithmTimes times = algorithmTimes(conv, constantWeights);
    if (times.winograd < std::min(times.direct, times.im2col)) return Algorithm::Winograd;
    return times.direct < times.im2col ? Algorithm::Direct : Algorithm::Im2col;
}

bool canTake(const Convolution& conv, Algorithm wanted) {
    switch (wanted) {
    case Algorithm::Automatic:
        return false;
    case Algorithm::Direct:
        return isDepthwise(conv) || canBeDirect(conv);
    case Algorithm::Im2col:
        return true;
    case Algorithm::Winograd:
        return canBeWinograd(conv);
    }
    return false;
}

std::string millionsText(double products) {
    if (products == NeverDone) return "not possible";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", products / 1e6);
    return text.data();
}

std::string whyAutomatic(const Convolution& conv, bool constantWeights) {
    if (isDepthwise(conv)) return "each output channel reads one input channel";
    if (isOneByOne(conv)) {
        if (readsPlanesInPlace(conv)) return "1 x 1 at stride 1: the planes are read where they are";
        return fillsLanesWithChannels(conv) ? "1 x 1 at stride 1: channels fill vectors better than pixels"
                                            : "1 x 1 at stride 1: the planes are the matrix";
    }
    const AlgorithmTimes times = algorithmTimes(conv, constantWeights);
    return "the least estimated time, in million products of vectors: direct " + millionsText(times.direct) +
           ", im2col " + millionsText(times.im2col) + ", winograd " + millionsText(times.winograd);
}

std::string_view algorithmLimit(Algorithm wanted) {
    return wanted == Algorithm::Winograd ? "is for 3 x 3 filters at stride 1 whose taps are side by side"
                                         : "is for one or two spatial axes and rows of at most 2^24 elements";
}

using IsKnownValue = std::function<bool(ValueId)>;

std::optional<AlgorithmChoice> algorithmIn(const ir::Graph& graph, const ir::Node& node, Algorithm wanted,
                                           const IsKnownValue& isKnown) {
    if (!node.is("Conv") || !node.hasInput(0) || !node.hasInput(1)) return std::nullopt;
    return algorithmOf(node, graph.value(node.input(0)).type, graph.value(node.input(1)).type,
                       isKnown(node.input(1)), wanted);
}

// Of a node, or of the members of a group: what is known outside is known to them.
void addAlgorithms(const ir::Graph& graph, const ir::Node& node, NodeId top, Algorithm wanted,
                   const IsKnownValue& isKnown, std::vector<ConvolutionChoice>& to) {
    if (!node.body) {
        if (auto choice = algorithmIn(graph, node, wanted, isKnown))
            to.push_back({top, node.label(), *std::move(choice)});
        return;
    }
    const ir::Graph& body = *node.body;
    const IsKnownValue inBody = [&](ValueId id) {
        const auto input = std::ranges::find(body.inputs, id);
        if (input == body.inputs.end()) return body.value(id).known() != nullptr;
        const auto index = static_cast<std::size_t>(input - body.inputs.begin());
        return node.hasInput(index) && isKnown(node.input(index));
    };
    for (const NodeId id : body.order())
        addAlgorithms(body, body.node(id), top, wanted, inBody, to);
}

} // namespace

bool hasChannelsInLanes(const Convolution& conv) {
    if (isOneByOne(conv) && !readsPlanesInPlace(conv)) return true;
    return channelLanesTime(conv) < pixelLanesTime(conv);
}

Algorithm algorithmFor(const Convolution& conv, Algorithm wanted, bool constantWeights) {
    return canTake(conv, wanted) ? wanted : automaticAlgorithm(conv, constantWeights);
}

AlgorithmChoice chooseAlgorithm(const Convolution& conv, Algorithm wanted, bool constantWeights) {
    if (canTake(conv, wanted)) return {wanted, "asked for"};
    AlgorithmChoice choice{automaticAlgorithm(conv, constantWeights), whyAutomatic(conv, constantWeights)};
    if (wanted != Algorithm::Automatic)
        choice.reason = std::string(nameOf(wanted)) + ", which was asked for, " +
                        std::string(algorithmLimit(wanted)) + "; " + choice.reason;
    return choice;
}

std::optional<AlgorithmChoice> algorithmOf(const ir::Graph& graph, const ir::Node& node, Algorithm wanted) {
    return algorithmIn(graph, node, wanted, [&](ValueId id) { return graph.value(id).known() != nullptr; });
}

std::optional<AlgorithmChoice> algorithmOf(const ir::Node& node, const ir::TensorType& input,
                                           const ir::TensorType& weight, bool constantWeights,
                                           Algorithm wanted) {
    if (!node.is("Conv")) return std::nullopt;
    const auto conv = convolutionShape(node, input, weight);
    if (!conv || conv->depth() == 0 || conv->batch * conv->outChannels * conv->geometry.outPlane() == 0)
        return std::nullopt;
    const ConvolutionReduction reduction = ConvolutionReduction::of(*conv);
    AlgorithmChoice choice = chooseAlgorithm(reduction.applied(*conv), wanted, constantWeights);
    choice.reason += reduction.text();
    return choice;
}

std::vector<ConvolutionChoice> algorithmsOf(const ir::Graph& graph, Algorithm wanted) {
    std::vector<ConvolutionChoice> choices;
    for (const NodeId id : graph.order()) {
        const auto isKnown = [&](ValueId value) { return graph.contains(value) && graph.value(value).known(); };
        addAlgorithms(graph, graph.node(id), id, wanted, isKnown, choices);
    }
    return choices;
}

} // namespace edgewright::ops
