// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/softmax_match.h"

namespace edgewright::fusion::compose_log_softmax {

namespace {

constexpr std::string_view Op = "LogSoftmax";

// Log(Softmax(x))
Match ofSoftmax(const GraphView& view, const ir::Node& log) {
    const ir::Node* softmax = view.producer(log.input(0));
    if (!softmax || !softmax->is("Softmax")) return NoMatch{};
    const std::vector<NodeId> nodes{log.id, softmax->id};
    if (auto refused = whyNotComposed(view, nodes, Op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, nodes, Op, softmax->inputs, softmax->attributes));
    return composed(view, std::move(patch), nodes, Op);
}

//   Log(Softmax(x)),   z - Log(ReduceSum(Exp(z))) with z = x or x - max,   x - ReduceLogSumExp(x)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    if (last.is("Log")) {
        Match direct = ofSoftmax(view, last);
        if (!std::holds_alternative<NoMatch>(direct)) return direct;
        const ir::Node* shared = view.producer(last.input(0));
        if (!shared) return NoMatch{};
        Trail trail(view);
        trail.note(id);
        trail.note(shared->id);
        const auto softmax = softmaxAt(trail, *shared);
        return softmax ? composeOver(view, trail.nodes(), *softmax, Op) : Match(NoMatch{});
    }
    if (!last.is("Sub")) return NoMatch{};
    Trail trail(view);
    trail.note(id);
    ValueId of;
    const ir::Node* reduction = trail.step(last.input(1), "ReduceLogSumExp");
    if (reduction) {
        of = reduction->input(0);
    } else {
        const ir::Node* log = trail.step(last.input(1), "Log");
        reduction = log ? trail.step(log->input(0), "ReduceSum") : nullptr;
        const ir::Node* exp = reduction ? trail.step(reduction->input(0), "Exp") : nullptr;
        if (!exp) return NoMatch{};
        of = exp->input(0);
    }
    auto axes = reducedAxes(view, *reduction);
    if (of != last.input(0) || !axes || !keepsDims(*reduction)) return NoMatch{};
    const ValueId x = withoutMaximum(trail, of, *axes);
    return composeOver(view, trail.nodes(), SoftmaxMatch{x, *std::move(axes)}, Op);
}

} // namespace

extern const Rule entry{
    .summary = "x without the logarithm of its sum of exp into LogSoftmax",
    .match = match,
    .before = "log(softmax(x))",
    .after = "LogSoftmax",
    .composes = true,
    .roots = {"Log", "Sub"},
};

} // namespace edgewright::fusion::compose_log_softmax
