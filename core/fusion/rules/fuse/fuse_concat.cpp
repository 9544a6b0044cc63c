// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>

namespace edgewright::fusion::fuse_concat {

namespace {

// Every input of the Concat is one piece of its result: nothing comes before its axis.
bool isInPieces(const GraphView& view, const ir::Node& concat) {
    const ir::TensorType& type = typeOf(view, concat.output(0));
    const auto axis = concatAxis(view, concat);
    if (!axis) return false;
    for (std::size_t i = 0; i < *axis; ++i)
        if (const ir::Dim& dim = (*type.shape)[i]; !dim.known() || dim.value() != 1) return false;
    return true;
}

//   Conv   Conv                          Conv
//      \   /              =>               |
//      Concat                      [Conv, Concat]        the one that runs last writes its part where it
//      belongs
//
// Element-wise operators and data movement before a Concat are the work of other rules.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& concat = view.graph.node(id);
    if (!concat.is("Concat")) return NoMatch{};
    const ir::Node* last = nullptr;
    Match refused = NoMatch{};
    for (const ValueId input : concat.inputs) {
        const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
        if (!producer || patternOf(*producer) != ops::Pattern::OutFusable || producer->outputs.size() != 1)
            continue;
        if (std::ranges::count(concat.inputs, input) > 1) continue;
        if (auto shared = whyNotPrivate(view, input, id)) {
            refused = Refused{{id, producer->id}, {input}, std::move(*shared)};
            continue;
        }
        if (memberCount(*producer) + 1 > MaxMembers) continue;
        if (!last || view.connections.rank(producer->id) > view.connections.rank(last->id)) last = producer;
    }
    if (!last) return refused;
    if (!isInPieces(view, concat))
        return Refused{{id, last->id},
                       {last->output(0)},
                       "the parts of " + concat.label() + " alternate in memory: " + last->label() +
                           " cannot write its own in one piece"};
    return Applied{groupPatch(view, {last->id, id}),
                   {id, last->id},
                   last->label() + " writes its part of " + concat.label() + " where it belongs"};
}

} // namespace

extern const Rule entry{
    .summary = "Concat into the operator that writes its last part",
    .match = match,
    .before = "Conv -> Concat",
    .after = "[Conv, Concat]",
    .groups = true,
    .roots = {"Concat"},
};

} // namespace edgewright::fusion::fuse_concat
