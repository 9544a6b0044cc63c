// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/linear.h"
#include "core/fusion/matching.h"
#include "core/ops/channel_affine.h"

#include <array>

namespace edgewright::fusion {

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
        return refuse(norm.label() + " updates its statistics: it is in training mode", {});
    if (auto reason = whyNotPrivate(view, x, id)) return refuse(std::move(*reason), {x});
    auto linear = asLinear(view, *node);
    if (const auto* obstacle = std::get_if<Obstacle>(&linear))
        return refuse(obstacle->reason, {obstacle->tensor});
    const Linear& conv = std::get<Linear>(linear);
    if (conv.axis != 1)
        return refuse(norm.label() + " normalises axis 1, the columns of " + node->label() + " are axis " +
                          std::to_string(conv.axis),
                      {x});

    const std::array<const char*, 5> roles{"", "scale", "bias", "mean", "variance"};
    std::array<std::vector<double>, 5> parameters;
    for (std::size_t i = 1; i < roles.size(); ++i) {
        auto values = knownFloats(view, norm.input(i));
        if (!values) return refuse(notConstant(view, roles[i], norm, norm.input(i)), {norm.input(i)});
        if (static_cast<std::int64_t>(values->size()) != conv.channels)
            return refuse("the " + std::string(roles[i]) + " of " + norm.label() + " has " +
                              std::to_string(values->size()) + " values where " + node->label() + " has " +
                              std::to_string(conv.channels) + " channels",
                          {norm.input(i)});
        parameters[i] = std::move(*values);
    }
    const double epsilon = double(norm.floatOr("epsilon", 1e-5F));
    Affine affine;
    for (std::size_t c = 0; c < parameters[1].size(); ++c) {
        const double spread = parameters[4][c] + epsilon;
        if (!(spread > 0))
            return refuse("the variance of " + norm.label() + " is not positive in channel " +
                              std::to_string(c),
                          {norm.input(4)});
        const ops::ChannelAffine channel =
            ops::channelAffine(parameters[1][c], parameters[2][c], parameters[3][c], parameters[4][c], epsilon);
        affine.scale.push_back(channel.factor);
        affine.shift.push_back(channel.offset);
    }
    auto patch = absorb(view, conv, affine, norm);
    if (const auto* obstacle = std::get_if<Obstacle>(&patch))
        return refuse(obstacle->reason, {obstacle->tensor});
    return Applied{std::get<ir::Patch>(std::move(patch)),
                   {id, node->id},
                   norm.label() + " is part of the weights and bias of " + node->label()};
}

} // namespace

extern const Rule fold_batch_norm;
const Rule fold_batch_norm{"fold_batch_norm", "Batch norm into the convolution or matrix product before it",
                           match, "Conv -> BatchNormalization", "Conv'"};

} // namespace edgewright::fusion
