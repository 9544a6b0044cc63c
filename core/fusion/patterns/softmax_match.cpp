// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/softmax_match.h"

#include "core/fusion/matching.h"

namespace edgewright::fusion {

ValueId withoutMaximum(Trail& trail, ValueId value, const std::vector<std::int64_t>& axes) {
    const ir::Node* sub = trail.peek(value, "Sub");
    const ir::Node* most = sub ? trail.peek(sub->input(1), "ReduceMax") : nullptr;
    if (!most || most->input(0) != sub->input(0) || !keepsDims(*most)) return value;
    if (reducedAxes(trail.view(), *most) != std::optional(axes)) return value;
    trail.note(sub->id);
    trail.note(most->id);
    return sub->input(0);
}

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

Match composeOver(const GraphView& view, const std::vector<NodeId>& nodes, const SoftmaxMatch& softmax,
                  std::string_view op) {
    const auto rank = typeOf(view, softmax.x).rank();
    if (!rank) return NoMatch{};
    const auto last = static_cast<std::int64_t>(*rank) - 1;
    // Before opset 13 the operator flattens everything behind its axis into one.
    if (softmax.axes.size() != 1 || (view.opset() < 13 && softmax.axes.front() != last))
        return Refused{nodes,
                       {softmax.x},
                       "the sum runs over " +
                           (softmax.axes.size() == 1 ? "axis " + std::to_string(softmax.axes.front())
                                                     : std::to_string(softmax.axes.size()) + " axes") +
                           " of " + described(view, softmax.x) + ", and " + std::string(op) +
                           (view.opset() < 13 ? " before opset 13 over the last one" : " over one")};
    if (auto refused = whyNotComposed(view, nodes, op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, nodes, op, {softmax.x}, {{"axis", softmax.axes.front()}}));
    return composed(view, std::move(patch), nodes, op);
}

} // namespace edgewright::fusion
