// SPDX-License-Identifier: GPL-3.0-or-later
// exp(x) divided by its sum along one axis, as exporters write it, and the logarithm of that.
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::fusion {

namespace {

struct SoftmaxMatch {
    ValueId x;
    std::vector<std::int64_t> axes;
};

// x or Sub(x, ReduceMax(x)) with the maximum along `axes`; the nodes of the latter are noted.
ValueId withoutMaximum(Trail& trail, ValueId value, const std::vector<std::int64_t>& axes) {
    const ir::Node* sub = trail.peek(value, "Sub");
    const ir::Node* most = sub ? trail.peek(sub->input(1), "ReduceMax") : nullptr;
    if (!most || most->input(0) != sub->input(0) || !keepsDims(*most)) return value;
    if (reducedAxes(trail.view(), *most) != std::optional(axes)) return value;
    trail.note(sub->id);
    trail.note(most->id);
    return sub->input(0);
}

// Div(e, ReduceSum(e)) or Mul(e, Reciprocal(ReduceSum(e))) at `node`, with e = Exp(x) or Exp(x - ReduceMax(x)).
std::optional<SoftmaxMatch> softmaxAt(Trail& trail, const ir::Node& node) {
    const auto of = [&](ValueId exponential, ValueId total, bool inverse) -> std::optional<SoftmaxMatch> {
        Trail ahead = trail;
        if (inverse) {
            const ir::Node* reciprocal = ahead.step(total, "Reciprocal");
            if (!reciprocal) return std::nullopt;
            total = reciprocal->input(0);
        }
        const ir::Node* sum = ahead.step(total, "ReduceSum");
        const ir::Node* exp = sum && sum->input(0) == exponential ? ahead.step(exponential, "Exp") : nullptr;
        if (!exp || !keepsDims(*sum)) return std::nullopt;
        auto axes = reducedAxes(ahead.view(), *sum);
        if (!axes) return std::nullopt;
        const ValueId x = withoutMaximum(ahead, exp->input(0), *axes);
        trail = std::move(ahead);
        return SoftmaxMatch{x, *std::move(axes)};
    };
    if (node.inputs.size() != 2) return std::nullopt;
    if (node.is("Div")) return of(node.input(0), node.input(1), false);
    if (!node.is("Mul")) return std::nullopt;
    auto found = of(node.input(0), node.input(1), true);
    return found ? found : of(node.input(1), node.input(0), true);
}

// One `op` (Softmax, LogSoftmax) over those axes in the place of `nodes`.
Match composeOver(const GraphView& view, const std::vector<NodeId>& nodes, const SoftmaxMatch& softmax,
                  std::string_view op) {
    const auto rank = typeOf(view, softmax.x).rank();
    if (!rank) return NoMatch{};
    const auto last = static_cast<std::int64_t>(*rank) - 1;
    // Before opset 13 the operator flattens everything behind its axis into one.
    if (softmax.axes.size() != 1 || (view.opset() < 13 && softmax.axes.front() != last)) {
        const std::string axes = softmax.axes.size() == 1 ? say("axis {1}", softmax.axes.front())
                                                          : say("{1} axes", softmax.axes.size());
        const std::string x = described(view, softmax.x);
        return Refused{
            nodes,
            {softmax.x},
            view.opset() < 13
                ? say("the sum runs over {1} of {2}, and {3} before opset 13 over the last one", axes, x, op)
                : say("the sum runs over {1} of {2}, and {3} over one", axes, x, op)};
    }
    if (auto refused = whyNotComposed(view, nodes, op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, nodes, op, {softmax.x}, {{"axis", softmax.axes.front()}}));
    return composed(view, std::move(patch), nodes, op);
}

} // namespace

namespace compose_softmax {

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
    .summary = TRANSLATABLE("Rule", "exp(x) by its sum into Softmax"),
    .match = match,
    .before = "exp(x - max) / sum(exp(x - max))",
    .after = "Softmax",
    .composes = true,
    .roots = {"Div", "Mul"},
};

} // namespace compose_softmax

namespace compose_log_softmax {

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
    .summary = TRANSLATABLE("Rule", "x without the logarithm of its sum of exp into LogSoftmax"),
    .match = match,
    .before = "log(softmax(x))",
    .after = "LogSoftmax",
    .composes = true,
    .roots = {"Log", "Sub"},
};

} // namespace compose_log_softmax

} // namespace edgewright::fusion
