// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/linear.h"
#include "core/fusion/patterns/scaled_weights.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion::fold_input_scale {

namespace {

// x -> linear: how many channels x has, on which axis, and where they meet the weights.
struct Side {
    std::int64_t channels = 0;
    std::size_t axis = 0;
    std::size_t rank = 0;
    std::int64_t outputs = 0;
    std::int64_t group = 1;
    bool columns = false; // W[output, channel, ...], not W[channel, output, ...]

    // How channels and outputs lie in the weights.
    WeightAxis input() const { return columns ? WeightAxis{false, group} : WeightAxis{}; }
    WeightAxis output() const { return columns ? WeightAxis{} : WeightAxis{false, group}; }
};

std::optional<Side> sideOf(const GraphView& view, const ir::Node& node, const ir::Tensor& weights) {
    if (weights.elements() == 0) return std::nullopt; // the other extents may claim anything
    const ir::Dims& dims = weights.dims();
    Side side;
    if (node.is("Conv") || node.is("ConvTranspose")) {
        side.group = node.intOr("group", 1);
        if (dims.size() < 3 || side.group < 1 || side.group > 1'000'000 || dims[0] % side.group != 0)
            return std::nullopt;
        side.columns = node.is("Conv");
        side.channels = side.columns ? dims[1] * side.group : dims[0];
        side.outputs = side.columns ? dims[0] : dims[1] * side.group;
        side.axis = 1;
        side.rank = dims.size();
        return side;
    }
    const auto rank = node.is("Gemm") ? std::optional<std::size_t>(2) : typeOf(view, node.input(0)).rank();
    if (dims.size() != 2 || !rank || *rank < 2) return std::nullopt;
    side.columns = node.is("Gemm") && node.intOr("transB", 0) != 0;
    side.channels = side.columns ? dims[1] : dims[0];
    side.outputs = side.columns ? dims[0] : dims[1];
    side.rank = *rank;
    side.axis = node.is("Gemm") && node.intOr("transA", 0) != 0 ? 0 : *rank - 1;
    return side;
}

bool padsItself(const ir::Node& conv) {
    const std::string mode = conv.stringOr("auto_pad", "NOTSET");
    if (mode == "VALID") return false;
    if (mode != "NOTSET" && !mode.empty()) return true;
    return std::ranges::any_of(conv.ints("pads"), [](std::int64_t pad) { return pad != 0; });
}

struct Before {
    ValueId x;
    Affine affine;
    bool shifts = false;
};

// What the operator in front does to x: scale and shift per channel. Empty: something else.
std::variant<std::monostate, Before, Obstacle> before(const GraphView& view, const ir::Node& node,
                                                      const ir::Node& linear, const Side& side) {
    Before result;
    const auto channels = static_cast<std::size_t>(side.channels);
    if (node.is("BatchNormalization")) {
        if (side.axis != 1 || !isInferenceBatchNorm(node)) return {};
        auto affine = affineOf(view, node, side.channels, linear);
        if (auto* obstacle = std::get_if<Obstacle>(&affine)) return std::move(*obstacle);
        result.affine = std::get<Affine>(std::move(affine));
        result.x = node.input(0);
        result.shifts = true;
        return result;
    }
    const bool scales = node.is("Mul") || node.is("Div");
    if ((!scales && !node.is("Add") && !node.is("Sub")) || node.inputs.size() != 2) return {};
    const std::size_t constantAt = knownTensor(view, node.input(1)) ? 1 : 0;
    if (node.is("Div") && constantAt == 0) return {}; // constant / x is not linear
    const ir::Tensor* constant = knownTensor(view, node.input(constantAt));
    const auto dims = alignedDims(view, node, constantAt);
    if (!constant || !dims || !ir::isFloating(constant->dtype()) || constant->elements() == 0) return {};
    result.x = node.input(1 - constantAt);
    const ir::TensorType& type = typeOf(view, result.x);
    if (type.rank() != side.rank || dims->size() > side.rank) return {};
    for (std::size_t i = 0; i < dims->size(); ++i) {
        const std::size_t axis = side.rank - dims->size() + i;
        if ((*dims)[i] == 1) continue;
        if (axis != side.axis || (*dims)[i] != side.channels || (*type.shape)[axis] != ir::Dim(side.channels))
            return Obstacle{say("'{1}' is {2}, which is not one value per channel of {3}",
                                view.graph.value(node.input(constantAt)).name, constant->type().text(),
                                described(view, result.x)),
                            node.input(constantAt)};
    }
    result.affine = {std::vector<double>(channels, 1.0), std::vector<double>(channels, 0.0)};
    for (std::size_t c = 0; c < channels; ++c) {
        const double value =
            ir::elementAsDouble(*constant, constant->elements() == 1 ? 0 : static_cast<std::int64_t>(c));
        if (!std::isfinite(value) || (node.is("Div") && value == 0))
            return Obstacle{say("{1} works with a constant that is zero or not finite", node.label()),
                            node.input(constantAt)};
        if (node.is("Mul")) result.affine.scale[c] = value;
        if (node.is("Div")) result.affine.scale[c] = 1 / value;
        if (node.is("Add")) result.affine.shift[c] = value;
        if (node.is("Sub")) result.affine.shift[c] = constantAt == 1 ? -value : value;
        if (node.is("Sub") && constantAt == 0) result.affine.scale[c] = -1;
    }
    result.shifts = !scales;
    return result;
}

//   x -> Mul(s) -> Conv(W, b)        =>      x -> Conv(W[o,i] s[i], b)             zeros of padding stay zeros
//   x -> Add(t) -> Conv(W, b)        =>      x -> Conv(W, b + sum W[o,i] t[i])     without padding
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!isLinear(node)) return NoMatch{};
    const ir::Node* first = view.producer(node.input(0));
    if (!first || !first->domain.empty()) return NoMatch{};
    if (!first->is("Mul") && !first->is("Div") && !first->is("Add") && !first->is("Sub") &&
        !first->is("BatchNormalization"))
        return NoMatch{};
    const ir::Tensor* weights = knownTensor(view, node.input(1));
    if (!weights || !ir::isFloating(weights->dtype())) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id, first->id}, {tensor}, std::move(reason)};
    };
    const auto side = sideOf(view, node, *weights);
    if (!side) return NoMatch{};
    const auto found = before(view, *first, node, *side);
    if (std::holds_alternative<std::monostate>(found)) return NoMatch{};
    if (const auto* obstacle = std::get_if<Obstacle>(&found)) return refuse(obstacle->reason, obstacle->tensor);
    const Before& input = std::get<Before>(found);
    if (auto reason = whyNotPrivate(view, node.input(0), id)) return refuse(std::move(*reason), node.input(0));

    const bool shifts =
        input.shifts && std::ranges::any_of(input.affine.shift, [](double t) { return t != 0; });
    std::vector<double> bias(static_cast<std::size_t>(side->outputs), 0.0);
    if (shifts) {
        if (node.is("ConvTranspose") || (node.is("Conv") && padsItself(node)))
            return refuse(say("{1} shifts its input, and the zeros that {2} pads with would not be shifted",
                              first->label(), node.label()),
                          node.input(0));
        if (const auto obstacle = whyNoBias(view, node, side->rank))
            return refuse(obstacle->reason, obstacle->tensor);
        auto linear = asLinear(view, node);
        if (const auto* obstacle = std::get_if<Obstacle>(&linear))
            return refuse(obstacle->reason, obstacle->tensor);
        if (!std::get<Linear>(linear).bias.empty()) bias = std::get<Linear>(linear).bias;
    }
    const double alpha = node.is("Gemm") ? double(node.floatOr("alpha", 1)) : 1.0;
    if (shifts) {
        std::vector<double> shift = input.affine.shift;
        for (double& each : shift)
            each *= alpha;
        addWeighted(*weights, side->input(), shift, side->output(), bias);
    }
    const auto scaled = scaledWeights(*weights, side->input(), input.affine.scale);
    const auto shifted = roundedTensor(weights->dtype(), {side->outputs},
                                       [&](std::int64_t i) { return bias[static_cast<std::size_t>(i)]; });
    if (!scaled || !shifted)
        return refuse(
            say("the folded weights of {1} do not fit {2}", node.label(), ir::dataTypeName(weights->dtype())),
            node.input(1));
    if (losesPrecision(*weights, *scaled))
        return refuse(
            say("the scale of {1} makes weights of {2} too small for float16, which would lose bits of them",
                first->label(), node.label()),
            node.input(1));

    ir::PatchBuilder patch(view.graph);
    ir::Node merged = node;
    merged.origins.clear();
    merged.inputs[0] = input.x;
    merged.inputs[1] = patch.constant(view.graph.value(node.input(1)).name + "_folded", *scaled);
    if (shifts) {
        merged.inputs.resize(3);
        merged.inputs[2] = patch.constant(view.graph.value(node.output(0)).name + "_bias", *shifted);
        if (merged.is("MatMul")) merged.op = "Gemm";
        if (merged.find("beta")) merged.set("beta", 1.0F);
        if (merged.is("Gemm") && view.opset() < 7) merged.set("broadcast", std::int64_t(1));
    }
    patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   shifts ? say("{1} is part of the weights and bias of {2}", first->label(), node.label())
                          : say("{1} is part of the weights of {2}", first->label(), node.label())};
}

} // namespace

extern const Rule entry{
    .summary =
        TRANSLATABLE("Rule", "Constant scale and offset into the convolution or matrix product behind them"),
    .match = match,
    .before = "Mul(s) -> Conv",
    .after = "Conv'",
    // The scale would join a group just as well, and its rounding, which the weights then have, is summed up:
    // 7e-4 on the outputs of a detection head.
    .onByDefault = false,
    .roots = {"Conv", "ConvTranspose", "Gemm", "MatMul"},
};

} // namespace edgewright::fusion::fold_input_scale
