// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/linear.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/scaled_weights.h"
#include "core/ops/normalisation/channel_affine.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion {

namespace {

std::string shapeText(const ir::Tensor& tensor) {
    std::string text = "[";
    for (std::size_t i = 0; i < tensor.dims().size(); ++i)
        text += (i > 0 ? "," : "") + std::to_string(tensor.dims()[i]);
    return text + "]";
}

// The bias of a Gemm when it is the same for every row; beta included.
std::optional<std::vector<double>> rowBias(const ir::Tensor& c, std::int64_t columns, double beta) {
    const auto& dims = c.dims();
    const bool oneRow = dims.size() < 2 || (dims.size() == 2 && dims[0] == 1);
    if (!oneRow || (c.elements() != 1 && c.elements() != columns)) return std::nullopt;
    std::vector<double> bias(static_cast<std::size_t>(columns));
    for (std::size_t i = 0; i < bias.size(); ++i)
        bias[i] = beta * ir::elementAsDouble(c, c.elements() == 1 ? 0 : static_cast<std::int64_t>(i));
    return bias;
}

// Output channels of the weights.
WeightAxis outputsOf(const ir::Node& node) {
    if (node.is("Conv")) return {};
    if (node.is("ConvTranspose")) return {false, std::max<std::int64_t>(node.intOr("group", 1), 1)};
    return {node.is("Gemm") && node.intOr("transB", 0) != 0, 1};
}

// Input `i` of a BatchNormalization.
std::string parameterText(const ir::Node& norm, std::size_t i) {
    switch (i) {
    case 1:
        return say("the scale of {1}", norm.label());
    case 2:
        return say("the bias of {1}", norm.label());
    case 3:
        return say("the mean of {1}", norm.label());
    default:
        return say("the variance of {1}", norm.label());
    }
}

} // namespace

std::optional<Obstacle> whyNoBias(const GraphView& view, const ir::Node& node, std::size_t rank) {
    constexpr std::int64_t WithRowBias = 7; // of Gemm, without the attribute broadcast
    if (!node.is("MatMul")) return std::nullopt;
    if (rank != 2)
        return Obstacle{
            say("{1} works on rank {2}: only a matrix product of rank 2 can take a bias", node.label(), rank),
            node.input(0)};
    if (view.opset() >= WithRowBias) return std::nullopt;
    return Obstacle{
        say("with a bias {1} would be a Gemm, which takes one row of it from opset {2} on; the model has {3}",
            node.label(), WithRowBias, view.opset()),
        node.output(0)};
}

bool isLinear(const ir::Node& node) {
    return node.is("Conv") || node.is("ConvTranspose") || node.is("Gemm") || node.is("MatMul");
}

std::variant<Linear, Obstacle> asLinear(const GraphView& view, const ir::Node& node) {
    Linear linear;
    linear.node = &node;
    linear.weights = knownTensor(view, node.input(1));
    if (!linear.weights)
        return Obstacle{notConstant(view, say("the weight of {1}", node.label()), node.input(1)),
                        node.input(1)};
    const auto& dims = linear.weights->dims();
    if (!ir::isFloating(linear.weights->dtype()))
        return Obstacle{say("the weight of {1} is not floating-point", node.label()), node.input(1)};
    if (linear.weights->elements() == 0)
        return Obstacle{say("the weight of {1} has no elements", node.label()), node.input(1)};
    const auto wrongRank = [&] {
        return Obstacle{say("the weight of {1} has shape {2}", node.label(), shapeText(*linear.weights)),
                        node.input(1)};
    };
    if (node.is("Conv") || node.is("ConvTranspose")) {
        const std::int64_t groups = node.intOr("group", 1);
        if (dims.size() < 3 || groups < 1 || groups > 1'000'000) return wrongRank();
        const bool transposed = node.is("ConvTranspose");
        if (dims[0] % groups != 0) return wrongRank();
        linear.channels = transposed ? dims[1] * groups : dims[0];
        linear.rank = dims.size();
        linear.axis = 1;
    } else {
        const auto rank = node.is("Gemm") ? std::optional<std::size_t>(2) : typeOf(view, node.input(0)).rank();
        if (dims.size() != 2 || !rank || *rank < 2) return wrongRank();
        linear.channels = node.is("Gemm") && node.intOr("transB", 0) != 0 ? dims[0] : dims[1];
        linear.rank = *rank;
        linear.axis = *rank - 1;
    }
    if (node.is("MatMul") || !node.hasInput(2)) return linear;

    const ir::Tensor* bias = knownTensor(view, node.input(2));
    if (!bias || !ir::isFloating(bias->dtype()))
        return Obstacle{notConstant(view, say("the bias of {1}", node.label()), node.input(2)), node.input(2)};
    const double beta = node.is("Gemm") ? double(node.floatOr("beta", 1)) : 1.0;
    auto perChannel = rowBias(*bias, linear.channels, beta);
    if (!perChannel || (!node.is("Gemm") && bias->elements() != linear.channels))
        return Obstacle{
            say("the bias of {1} has shape {2}, not one value per channel", node.label(), shapeText(*bias)),
            node.input(2)};
    linear.bias = std::move(*perChannel);
    return linear;
}

std::variant<Affine, Obstacle> affineOf(const GraphView& view, const ir::Node& norm, std::int64_t channels,
                                        const ir::Node& linear) {
    std::array<std::vector<double>, 5> parameters;
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        auto values = knownFloats(view, norm.input(i));
        if (!values) return Obstacle{notConstant(view, parameterText(norm, i), norm.input(i)), norm.input(i)};
        if (static_cast<std::int64_t>(values->size()) != channels)
            return Obstacle{say("{1} has {2} values where {3} has {4} channels", parameterText(norm, i),
                                values->size(), linear.label(), channels),
                            norm.input(i)};
        parameters[i] = std::move(*values);
    }
    const auto &scale = parameters[1], &bias = parameters[2], &mean = parameters[3], &variance = parameters[4];
    const double epsilon = double(norm.floatOr("epsilon", 1e-5F));
    Affine affine;
    for (std::size_t c = 0; c < scale.size(); ++c) {
        if (!(variance[c] + epsilon > 0))
            return Obstacle{say("the variance of {1} is not positive in channel {2}", norm.label(), c),
                            norm.input(4)};
        const ops::ChannelAffine channel = ops::channelAffine(scale[c], bias[c], mean[c], variance[c], epsilon);
        affine.scale.push_back(channel.factor);
        affine.shift.push_back(channel.offset);
    }
    return affine;
}

std::variant<ir::Patch, Obstacle> absorb(const GraphView& view, const Linear& linear, const Affine& affine,
                                         const ir::Node& follower) {
    const ir::Node& node = *linear.node;
    const ir::Tensor& weights = *linear.weights;
    const std::string& output = view.graph.value(node.output(0)).name;
    const bool shifts =
        !linear.bias.empty() || std::ranges::any_of(affine.shift, [](double shift) { return shift != 0; });
    if (shifts)
        if (auto obstacle = whyNoBias(view, node, linear.rank)) return *std::move(obstacle);

    const WeightAxis outputs = outputsOf(node);
    const auto scaled = scaledWeights(weights, outputs, affine.scale);
    const auto bias = roundedTensor(weights.dtype(), {linear.channels}, [&](std::int64_t i) {
        const auto c = static_cast<std::size_t>(i);
        return (linear.bias.empty() ? 0.0 : affine.scale[c] * linear.bias[c]) + affine.shift[c];
    });
    if (!scaled || !bias)
        return Obstacle{
            say("the folded weights of {1} do not fit {2}", node.label(), ir::dataTypeName(weights.dtype())),
            node.input(1)};
    if (losesPrecision(weights, *scaled, outputs, affine.scale))
        return Obstacle{
            say("the scale of {1} makes weights of {2} too small for float16, which would lose bits of them",
                follower.label(), node.label()),
            node.input(1)};

    ir::PatchBuilder patch(view.graph);
    ir::Node merged = node;
    merged.origins.clear();
    merged.hierarchy.reset();
    merged.kept.clear();
    merged.outputs = {follower.output(0)};
    merged.inputs.resize(2);
    merged.inputs[1] = patch.constant(view.graph.value(node.input(1)).name + "_folded", *scaled);
    if (shifts) {
        const std::string base = node.hasInput(2) && !node.is("MatMul")
                                     ? view.graph.value(node.input(2)).name + "_folded"
                                     : output + "_bias";
        merged.inputs.push_back(patch.constant(base, *bias));
    }
    if (node.is("MatMul") && shifts) merged.op = "Gemm";
    if (merged.is("Gemm") && shifts) {
        if (merged.find("beta")) merged.set("beta", 1.0F);
        if (view.opset() < 7) merged.set("broadcast", std::int64_t(1));
    }
    patch.remove(node.id);
    patch.remove(follower.id);
    patch.add(std::move(merged));
    return patch.take();
}

} // namespace edgewright::fusion
