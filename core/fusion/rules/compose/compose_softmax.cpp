// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/softmax_match.h"

namespace edgewright::fusion::compose_softmax {

namespace {

//   x [-> Sub(max)] -> Exp = e       e / ReduceSum(e)     =>     x -> Softmax
Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    Trail trail(view);
    trail.note(id);
    const auto softmax = softmaxAt(trail, last);
    return softmax ? composeOver(view, trail.nodes(), *softmax, "Softmax") : Match(NoMatch{});
}

} // namespace

extern const Rule entry{
    .summary = "exp(x) by its sum into Softmax",
    .match = match,
    .before = "exp(x - max) / sum(exp(x - max))",
    .after = "Softmax",
    .composes = true,
    .roots = {"Div", "Mul"},
};

} // namespace edgewright::fusion::compose_softmax
