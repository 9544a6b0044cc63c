// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

namespace edgewright::fusion::fuse_residual_add {

namespace {

bool isAnchor(const ir::Node& node) { return patternOf(node) == ops::Pattern::OutFusable; }

//        skip                               skip
//          |                                  |
//   Conv -> Add -> y           =>      [Conv, Add] -> y
//
// Of two convolutions, the one that runs later takes the sum: the other's output is there by then.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& add = view.graph.node(id);
    if ((!add.is("Add") && !add.is("Sum")) || add.inputs.size() != 2 || add.input(0) == add.input(1))
        return NoMatch{};
    std::vector<std::size_t> operands;
    for (std::size_t i = 0; i < 2; ++i)
        if (const ir::Node* producer = view.producer(add.input(i)); producer && isAnchor(*producer))
            operands.push_back(i);
    if (operands.empty()) return NoMatch{};
    const auto place = [&](std::size_t i) { return view.connections.rank(view.producer(add.input(i))->id); };
    if (operands.size() == 2 && place(operands[0]) < place(operands[1])) std::swap(operands[0], operands[1]);

    Match answer = NoMatch{};
    for (const std::size_t i : operands) {
        const ValueId y = add.input(i);
        const ir::Node& anchor = *view.producer(y);
        const auto refuse = [&](std::string reason) {
            if (std::holds_alternative<NoMatch>(answer))
                answer = Refused{{id, anchor.id}, {y}, std::move(reason)};
        };
        if (auto shared = whyNotPrivate(view, y, id)) {
            auto cycle = whyNotConvex(view, {anchor.id, id});
            refuse(cycle ? std::move(*cycle) : std::move(*shared));
        } else if (anchor.outputs.size() > 1) {
            refuse(say("{1} has more than one output", anchor.label()));
        } else if (shapesClash(typeOf(view, y), typeOf(view, add.output(0)))) {
            refuse(say("{1} spreads the output of {2} over a larger shape", add.label(), anchor.label()));
        } else if (memberCount(anchor) + 1 > MaxMembers) {
            refuse(say("with {1} the group would hold more than {2} operators", add.label(), MaxMembers));
        } else {
            return Applied{
                groupPatch(view, {anchor.id, id}),
                {id, anchor.id},
                say("{1} adds to the output of {2} before it is written", add.label(), anchor.label())};
        }
    }
    return answer;
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Sum with another tensor into the convolution or matrix product"),
    .match = match,
    .before = "Conv -> Add(skip)",
    .after = "[Conv, Add]",
    .groups = true,
    .roots = {"Add", "Sum"},
};

} // namespace edgewright::fusion::fuse_residual_add
