// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"
#include "core/fusion/patterns/composing.h"

namespace edgewright::fusion::compose_lp_normalization {

namespace {

constexpr std::string_view Op = "LpNormalization";
// A bound that keeps the division finite where x is zero, and changes nothing elsewhere: there the operator
// gives zero as well.
constexpr double MaxGuard = 1e-10;

struct Norm {
    const ir::Node* reduction = nullptr;
    std::int64_t p = 2;
    double guard = 0;
    ValueId guarded;
};

// The norm of x, kept from zero by a Clip or Max and brought to the shape of x by an Expand.
std::optional<Norm> normAt(Trail& trail, ValueId value, ValueId x) {
    const GraphView& view = trail.view();
    Norm norm;
    if (const ir::Node* expand = trail.step(value, "Expand")) value = expand->input(0);
    if (const ir::Node* clip = trail.peek(value, "Clip")) {
        const auto bounds = boundsOf(view, *clip);
        if (!bounds || bounds->high < 1e30) return std::nullopt;
        trail.note(clip->id);
        norm.guard = bounds->low;
        norm.guarded = value;
        value = clip->input(0);
    } else if (const ir::Node* most = trail.peek(value, "Max"); most && most->inputs.size() == 2) {
        for (std::size_t side = 0; side < 2; ++side)
            if (const auto number = uniformNumber(view, most->input(side))) {
                trail.note(most->id);
                norm.guard = *number;
                norm.guarded = value;
                value = most->input(1 - side);
                break;
            }
    }
    if ((norm.reduction = trail.step(value, "ReduceL2")) && norm.reduction->input(0) == x) return norm;
    if ((norm.reduction = trail.step(value, "ReduceL1")) && norm.reduction->input(0) == x) {
        norm.p = 1;
        return norm;
    }
    const ir::Node* root = trail.step(value, "Sqrt");
    if (!root) return std::nullopt;
    if ((norm.reduction = trail.step(root->input(0), "ReduceSumSquare")) && norm.reduction->input(0) == x)
        return norm;
    norm.reduction = trail.step(root->input(0), "ReduceSum");
    if (!norm.reduction) return std::nullopt;
    const ValueId squares = norm.reduction->input(0);
    const ir::Node* power = trail.step(squares, "Pow");
    if (power && power->input(0) == x && isNumber(view, power->input(1), 2)) return norm;
    const ir::Node* product = trail.step(squares, "Mul");
    return product && product->input(0) == x && product->input(1) == x ? std::optional(norm) : std::nullopt;
}

//   x / ReduceL2(x)     =>     x -> LpNormalization
Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    if (!last.is("Div") || last.inputs.size() != 2) return NoMatch{};
    Trail trail(view);
    trail.note(id);
    const ValueId x = last.input(0);
    const auto norm = normAt(trail, last.input(1), x);
    if (!norm || !keepsDims(*norm->reduction) || !ir::isFloating(typeOf(view, x).dtype)) return NoMatch{};
    if (!sameShape(typeOf(view, x), typeOf(view, last.output(0)))) return NoMatch{};
    const auto axes = reducedAxes(view, *norm->reduction);
    if (!axes || axes->size() != 1)
        return Refused{trail.nodes(),
                       {x},
                       say("{1} works along one axis, and {2} along several or unknown ones", Op,
                           norm->reduction->label())};
    if (norm->guard > MaxGuard || norm->guard < 0)
        return Refused{
            trail.nodes(),
            {norm->guarded},
            say("the norm is kept above a bound at {1}, and {2} has none", described(view, norm->guarded), Op)};
    if (auto refused = whyNotComposed(view, trail.nodes(), Op)) return *std::move(refused);
    ir::PatchBuilder patch(view.graph);
    patch.add(replacementNode(view, trail.nodes(), Op, {x}, {{"axis", axes->front()}, {"p", norm->p}}));
    return composed(view, std::move(patch), trail.nodes(), Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "x by its norm into LpNormalization"),
    .match = match,
    .before = "x / sqrt(sum(x * x))",
    .after = "LpNormalization",
    .composes = true,
    .roots = {"Div"},
};

} // namespace edgewright::fusion::compose_lp_normalization
