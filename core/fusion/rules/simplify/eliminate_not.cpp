// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"

namespace edgewright::fusion::eliminate_not {

namespace {

//   c -> Not -> Where(a, b)        =>      c -> Where(b, a)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& where = view.graph.node(id);
    if (!where.is("Where") || where.inputs.size() != 3) return NoMatch{};
    const ValueId condition = where.input(0);
    const ir::Node* negation = view.producer(condition);
    if (!negation || !negation->is("Not")) return NoMatch{};
    if (where.input(1) == condition || where.input(2) == condition) return NoMatch{};
    if (view.graph.isOutput(condition))
        return Refused{
            {id, negation->id}, {condition}, say("{1} is a graph output", described(view, condition))};
    for (const NodeId reader : view.connections.consumers(condition))
        if (!view.graph.node(reader).is("Where"))
            return Refused{
                {id, negation->id},
                {condition},
                say("{1} is also read by {2}", described(view, condition), view.graph.node(reader).label())};
    ir::Node swapped = where;
    swapped.origins.clear();
    swapped.inputs = {negation->input(0), where.input(2), where.input(1)};
    ir::PatchBuilder patch(view.graph);
    if (isPrivate(view, condition, id)) patch.remove(negation->id);
    patch.remove(id);
    patch.add(std::move(swapped));
    return Applied{patch.take(),
                   {id, negation->id},
                   say("{1} chooses the other way round, without {2}", where.label(), negation->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Where on a negated condition chooses the other way round"),
    .match = match,
    .before = "Not -> Where(a, b)",
    .after = "Where(b, a)",
    .roots = {"Where"},
};

} // namespace edgewright::fusion::eliminate_not
