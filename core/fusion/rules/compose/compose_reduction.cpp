// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"

namespace edgewright::fusion::compose_reduction {

namespace {

struct Spelled {
    std::string_view op; // empty: none
    const ir::Node* reduction = nullptr;
    ValueId x;
};

// What a ReduceSum sums up, when that is a function of one tensor.
Spelled summed(Trail& trail, const ir::Node& sum) {
    const ValueId in = sum.input(0);
    if (const ir::Node* power = trail.peek(in, "Pow"); power && isNumber(trail.view(), power->input(1), 2)) {
        trail.note(power->id);
        return {"ReduceSumSquare", &sum, power->input(0)};
    }
    if (const ir::Node* product = trail.peek(in, "Mul"); product && product->input(0) == product->input(1)) {
        trail.note(product->id);
        return {"ReduceSumSquare", &sum, product->input(0)};
    }
    if (const ir::Node* abs = trail.step(in, "Abs")) return {"ReduceL1", &sum, abs->input(0)};
    if (const ir::Node* exp = trail.step(in, "Exp")) return {"", &sum, exp->input(0)};
    return {"", &sum, {}};
}

//   Sqrt(sum(x * x)) = ReduceL2, log(sum(exp(x))) = ReduceLogSumExp, log(sum(x)) = ReduceLogSum,
//   sum(x * x) = ReduceSumSquare, sum(|x|) = ReduceL1
Spelled spelledAt(Trail& trail, const ir::Node& last) {
    const ir::Node* sum = last.is("ReduceSum") ? &last : nullptr;
    if (sum) return summed(trail, *sum);
    const bool root = last.is("Sqrt") || (last.is("Pow") && isNumber(trail.view(), last.input(1), 0.5));
    if (!root && !last.is("Log")) return {};
    if (root)
        if (const ir::Node* squares = trail.step(last.input(0), "ReduceSumSquare"))
            return {"ReduceL2", squares, squares->input(0)};
    sum = trail.step(last.input(0), "ReduceSum");
    if (!sum) return {};
    Trail ahead = trail;
    Spelled inner = summed(ahead, *sum);
    if (root) {
        if (inner.op != "ReduceSumSquare") return {};
        trail = std::move(ahead);
        return {"ReduceL2", sum, inner.x};
    }
    if (inner.op.empty() && inner.x.valid()) {
        trail = std::move(ahead);
        return {"ReduceLogSumExp", sum, inner.x};
    }
    return {"ReduceLogSum", sum, sum->input(0)};
}

// Squares that the root behind them goes on with: the root is where this matches.
bool goesOn(const GraphView& view, const ir::Node& last) {
    const ir::Node* next = last.is("ReduceSum") ? view.onlyConsumer(last.output(0)) : nullptr;
    return next && (next->is("Sqrt") || (next->is("Pow") && isNumber(view, next->input(1), 0.5)));
}

Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    Trail trail(view);
    trail.note(id);
    const Spelled spelled = spelledAt(trail, last);
    if (spelled.op.empty() || goesOn(view, last)) return NoMatch{};
    if (!ir::isFloating(typeOf(view, spelled.x).dtype)) return NoMatch{};
    // ReduceSum takes the axes as an input from opset 13 on, these from 18 on.
    std::vector<ir::Attribute> attributes{{"keepdims", spelled.reduction->intOr("keepdims", 1)}};
    std::vector<ValueId> inputs{spelled.x};
    const bool all = !spelled.reduction->hasInput(1) && !spelled.reduction->find("axes");
    const auto axes = reducedAxes(view, *spelled.reduction);
    if (!axes)
        return Refused{trail.nodes(),
                       {spelled.reduction->input(1)},
                       notConstant(view, say("the list of axes of {1}", spelled.reduction->label()),
                                   spelled.reduction->input(1))};
    if (auto refused = whyNotComposed(view, trail.nodes(), spelled.op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    if (!all && view.opset() >= 18)
        inputs.push_back(spelled.reduction->hasInput(1)
                             ? spelled.reduction->input(1)
                             : patch.constant(view.graph.value(last.output(0)).name + "_axes",
                                              ir::Tensor::of<std::int64_t>(
                                                  {static_cast<std::int64_t>(axes->size())}, *axes)));
    else if (!all)
        attributes.push_back({"axes", *axes});
    patch.add(replacementNode(view, trail.nodes(), spelled.op, std::move(inputs), std::move(attributes)));
    return composed(view, std::move(patch), trail.nodes(), spelled.op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Sums of squares, of exp and of abs into one reduction"),
    .match = match,
    .before = "sqrt(sum(x * x))",
    .after = "ReduceL2",
    .composes = true,
    .roots = {"ReduceSum", "Sqrt", "Pow", "Log"},
};

} // namespace edgewright::fusion::compose_reduction
