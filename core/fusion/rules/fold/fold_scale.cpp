// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/linear.h"

#include <algorithm>

namespace edgewright::fusion::fold_scale {

namespace {

// The constant spread over the channels; empty when it varies along another axis or makes the output larger.
std::optional<std::vector<double>> perChannel(const ir::Tensor& constant, const ir::Dims& dims,
                                              const Linear& linear) {
    if (dims.size() > linear.rank) return std::nullopt;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const std::size_t axis = linear.rank - dims.size() + i;
        if (dims[i] != 1 && (axis != linear.axis || dims[i] != linear.channels)) return std::nullopt;
    }
    std::vector<double> values(static_cast<std::size_t>(linear.channels));
    for (std::size_t c = 0; c < values.size(); ++c)
        values[c] = ir::elementAsDouble(constant, constant.elements() == 1 ? 0 : static_cast<std::int64_t>(c));
    return values;
}

// What the node does with y, the output of the linear operator, when `c` is its other operand.
Affine affineOf(const ir::Node& node, const std::vector<double>& c, bool constantFirst) {
    Affine affine{std::vector<double>(c.size(), 1.0), std::vector<double>(c.size(), 0.0)};
    for (std::size_t i = 0; i < c.size(); ++i) {
        if (node.is("Add")) affine.shift[i] = c[i];
        if (node.is("Sub")) affine.shift[i] = constantFirst ? c[i] : -c[i];
        if (node.is("Sub") && constantFirst) affine.scale[i] = -1.0;
        if (node.is("Mul")) affine.scale[i] = c[i];
        if (node.is("Div")) affine.scale[i] = 1.0 / c[i];
    }
    return affine;
}

//   x -> Conv(W, b) -> Mul(s)        =>      x -> Conv(s W, s b)
//   x -> Conv(W, b) -> Add(t)        =>      x -> Conv(W, b + t)         s, t: one value, or one per channel
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    const bool scales = node.is("Mul") || node.is("Div");
    if ((!scales && !node.is("Add") && !node.is("Sub")) || node.inputs.size() != 2) return NoMatch{};
    const auto linearBehind = [&](std::size_t input) -> const ir::Node* {
        const ir::Node* producer = view.producer(node.input(input));
        return producer && isLinear(*producer) ? producer : nullptr;
    };
    const std::size_t y = linearBehind(0) ? 0 : 1;
    const ir::Node* producer = linearBehind(y);
    if (!producer) return NoMatch{};
    const ValueId constantId = node.input(1 - y);
    const auto refuse = [&](std::string reason, std::vector<ValueId> tensors) {
        return Refused{{id, producer->id}, std::move(tensors), std::move(reason)};
    };

    const ir::Tensor* constant = knownTensor(view, constantId);
    if (!constant && scales && producer->op != "MatMul")
        return refuse(notConstant(view,
                                  node.is("Mul") ? say("the scale of {1}", node.label())
                                                 : say("the divisor of {1}", node.label()),
                                  constantId),
                      {constantId});
    if (!constant || !ir::isFloating(constant->dtype()) || constant->elements() == 0) return NoMatch{};
    if (node.is("Div") && y == 1) return NoMatch{}; // constant / y is not linear
    if (producer->is("MatMul") && (!scales || !knownTensor(view, producer->input(1)))) return NoMatch{};
    if (auto reason = whyNotPrivate(view, node.input(y), id))
        return refuse(std::move(*reason), {node.input(y)});
    auto found = asLinear(view, *producer);
    if (const auto* obstacle = std::get_if<Obstacle>(&found))
        return refuse(obstacle->reason, {obstacle->tensor});
    const Linear& linear = std::get<Linear>(found);
    const auto aligned = alignedDims(view, node, 1 - y);
    const auto values = aligned ? perChannel(*constant, *aligned, linear) : std::nullopt;
    if (!values)
        return refuse(say("'{1}' is {2}, which is not one value per channel of {3}",
                          view.graph.value(constantId).name, constant->type().text(), producer->label()),
                      {constantId});
    if (node.is("Div") && std::ranges::count(*values, 0.0) > 0)
        return refuse(say("{1} divides by zero in some channel", node.label()), {constantId});

    auto patch = absorb(view, linear, affineOf(node, *values, y == 1), node);
    if (const auto* obstacle = std::get_if<Obstacle>(&patch))
        return refuse(obstacle->reason, {obstacle->tensor});
    return Applied{std::get<ir::Patch>(std::move(patch)),
                   {id, producer->id},
                   scales ? say("{1} is part of the weights and bias of {2}", node.label(), producer->label())
                          : say("{1} is part of the bias of {2}", node.label(), producer->label())};
}

} // namespace

extern const Rule entry{
    .summary =
        TRANSLATABLE("Rule", "Constant scale and offset into the convolution or matrix product before them"),
    .match = match,
    .before = "Conv -> Mul(s) -> Add(t)",
    .after = "Conv'",
    .roots = {"Mul", "Div", "Add", "Sub"},
};

} // namespace edgewright::fusion::fold_scale
