// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/linear.h"

namespace edgewright::fusion::fold_batch_norm {

namespace {

//   x -> Conv(W, b) -> BatchNormalization(gamma, beta, mean, var)        =>      x -> Conv(W', b')
//
//   a  = gamma / sqrt(var + epsilon)          per channel
//   y' = a * (W x + b - mean) + beta  =  (a W) x + (a b + beta - a mean)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& norm = view.graph.node(id);
    if (!norm.is("BatchNormalization")) return NoMatch{};
    const ValueId x = norm.input(0);
    const ir::Node* node = view.producer(x);
    if (!node || !isLinear(*node)) return NoMatch{};
    const auto refuse = [&](std::string reason, std::vector<ValueId> tensors) {
        return Refused{{id, node->id}, std::move(tensors), std::move(reason)};
    };

    if (!isInferenceBatchNorm(norm))
        return refuse(say("{1} updates its statistics: it is in training mode", norm.label()), {});
    if (auto reason = whyNotPrivate(view, x, id)) return refuse(std::move(*reason), {x});
    auto linear = asLinear(view, *node);
    if (const auto* obstacle = std::get_if<Obstacle>(&linear))
        return refuse(obstacle->reason, {obstacle->tensor});
    const Linear& conv = std::get<Linear>(linear);
    if (conv.axis != 1)
        return refuse(say("{1} normalises axis 1, the columns of {2} are axis {3}", norm.label(), node->label(),
                          conv.axis),
                      {x});

    const auto affine = affineOf(view, norm, conv.channels, *node);
    if (const auto* obstacle = std::get_if<Obstacle>(&affine))
        return refuse(obstacle->reason, {obstacle->tensor});
    auto patch = absorb(view, conv, std::get<Affine>(affine), norm);
    if (const auto* obstacle = std::get_if<Obstacle>(&patch))
        return refuse(obstacle->reason, {obstacle->tensor});
    return Applied{std::get<ir::Patch>(std::move(patch)),
                   {id, node->id},
                   say("{1} is part of the weights and bias of {2}", norm.label(), node->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Batch norm into the convolution or matrix product before it"),
    .match = match,
    .before = "Conv -> BatchNormalization",
    .after = "Conv'",
    .roots = {"BatchNormalization"},
};

} // namespace edgewright::fusion::fold_batch_norm
