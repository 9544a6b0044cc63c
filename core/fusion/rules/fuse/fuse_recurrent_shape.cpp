// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

namespace edgewright::fusion::fuse_recurrent_shape {

namespace {

bool changesShapeOnly(const ir::Node& node) {
    return node.is("Squeeze") || node.is("Unsqueeze") || node.is("Reshape") || node.is("Flatten");
}

bool isRecurrent(const ir::Node& node) {
    if (node.is("LSTM") || node.is("GRU") || node.is("RNN")) return true;
    return node.domain == ir::FusedDomain && node.body && node.body->nodeCount() > 0 &&
           isRecurrent(node.body->node(node.body->order().front()));
}

//   LSTM -> Squeeze(directions)        =>      [LSTM, Squeeze]
//
// Recurrent operators have an axis for their directions that most networks drop at once: no element moves.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& shape = view.graph.node(id);
    if (!changesShapeOnly(shape)) return NoMatch{};
    const ValueId y = shape.input(0);
    const ir::Node* recurrent = y.valid() ? view.producer(y) : nullptr;
    if (!recurrent || !isRecurrent(*recurrent)) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id, recurrent->id}, {tensor}, std::move(reason)};
    };
    if (auto shared = whyNotPrivate(view, y, id)) return refuse(std::move(*shared), y);
    if (shape.hasInput(1) && !knownTensor(view, shape.input(1)))
        return refuse(notConstant(view,
                                  shape.is("Reshape") ? say("the shape of {1}", shape.label())
                                                      : say("the list of axes of {1}", shape.label()),
                                  shape.input(1)),
                      shape.input(1));
    if (memberCount(*recurrent) + 1 > MaxMembers) return NoMatch{};
    return Applied{groupPatch(view, {recurrent->id, id}),
                   {id, recurrent->id},
                   say("{1} only names the shape of {2} anew", shape.label(), described(view, y))};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Change of shape behind a recurrent operator"),
    .match = match,
    .before = "LSTM -> Squeeze",
    .after = "[LSTM, Squeeze]",
    .groups = true,
    .roots = {"Squeeze", "Unsqueeze", "Reshape", "Flatten"},
};

} // namespace edgewright::fusion::fuse_recurrent_shape
