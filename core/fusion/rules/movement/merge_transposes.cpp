// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/movement/replace_uses.h"

namespace edgewright::fusion::merge_transposes {

namespace {

//   x -> Transpose(p) -> Transpose(q) -> A        =>      x -> Transpose(p[q]) -> A
//   axis i of the result is axis q[i] in between, which is axis p[q[i]] of x; nothing is left when that is i
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!second.is("Transpose")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->is("Transpose")) return NoMatch{};
    const auto refuse = [&](std::string reason) {
        return Refused{{id, first->id}, {middle}, std::move(reason)};
    };

    const auto p = permutationOf(view, *first);
    const auto q = permutationOf(view, second);
    if (!p || !q || p->size() != q->size())
        return refuse(say("the axes of {1} and {2} do not match their inputs", first->label(), second.label()));
    Permutation both(q->size());
    for (std::size_t i = 0; i < both.size(); ++i)
        both[i] = (*p)[(*q)[i]];
    if (isIdentity(both) && !view.graph.isOutput(second.output(0)))
        return replaceAllUsesWith(view, id, first->input(0),
                                  say("{1} takes back what {2} does", second.label(), first->label()),
                                  {first->id});
    if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason));
    ir::Node merged = second;
    merged.origins.clear();
    merged.inputs = {first->input(0)};
    merged.set("perm", asInts(both));
    ir::PatchBuilder patch(view.graph);
    patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} and {2} are one permutation of axes", first->label(), second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive transposes into one or none"),
    .match = match,
    .before = "Transpose -> Transpose",
    .after = "Transpose",
    .roots = {"Transpose"},
};

} // namespace edgewright::fusion::merge_transposes
