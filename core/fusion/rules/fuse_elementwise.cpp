// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/region.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::fusion {

namespace {

// A group around a convolution can be the end of a region when the convolution itself does not read it: its
// epilogue then does the work.
bool readInEpilogue(const GraphView& view, const ir::Node& group, const std::vector<NodeId>& members) {
    if (group.domain != ir::FusedDomain || !group.body || patternOf(group) != ops::Pattern::OutFusable)
        return false;
    const ir::Graph& body = *group.body;
    std::unordered_set<ValueId> fromMembers;
    for (std::size_t i = 0; i < group.inputs.size() && i < body.inputs.size(); ++i)
        if (const ir::Node* producer = view.producer(group.inputs[i]);
            producer && std::ranges::find(members, producer->id) != members.end())
            fromMembers.insert(body.inputs[i]);
    return std::ranges::all_of(body.order(), [&](NodeId id) {
        const ir::Node& node = body.node(id);
        const bool reads =
            std::ranges::any_of(node.inputs, [&](ValueId input) { return fromMembers.contains(input); });
        return !reads || isElementWise(node);
    });
}

// Folding a batch norm, adding a residual and running an activation in the epilogue are rules of their own,
// with their own switches: this rule does not do their work in their stead.
bool isTakenElsewhere(const ir::Node& root, const ir::Node& reader) {
    if (root.domain == ir::FusedDomain) return false;
    const bool isGroup = reader.domain == ir::FusedDomain && reader.body && reader.body->nodeCount() > 0;
    const ir::Node& first = isGroup ? reader.body->node(reader.body->order().front()) : reader;
    return ops::categoryOf(first) == ops::Category::Activation || isInferenceBatchNorm(first) ||
           first.is("Add");
}

//   Add -> Mul -> Sub                  =>      [Add, Mul, Sub]
//
//        x                                     [everything up to where the paths meet]
//      /   \                           =>
//    Exp   Neg -> Mul
//      \   /
//       Add
//
// Behind a convolution or pooling, all members keep the shape of its output: they run in its epilogue.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& root = view.graph.node(id);
    const ops::Pattern pattern = patternOf(root);
    const bool anchored = pattern == ops::Pattern::OutFusable;
    if (!anchored && pattern > ops::Pattern::Broadcast) return NoMatch{};
    const ir::TensorType& type = typeOf(view, root.output(0));

    const Region region =
        growChain(view, id, [&](const ir::Node& reader, const std::vector<NodeId>& members, bool last) {
            const bool behindGroup = members.front() != id && !isElementWise(view.graph.node(members.front()));
            if (behindGroup) return false;
            if (anchored && members.size() == 1 && isTakenElsewhere(root, reader)) return false;
            if (isElementWise(reader)) return !anchored || !shapesClash(type, typeOf(view, reader.output(0)));
            return !anchored && last && readInEpilogue(view, reader, members);
        });
    if (region.grown()) {
        const std::vector<NodeId> others(region.members.begin() + 1, region.members.end());
        return Applied{groupPatch(view, region.members), region.members,
                       root.label() + " and " + listed(view.graph, others) + " pass over the tensor once"};
    }
    if (anchored || region.obstacle.empty()) return NoMatch{};
    // Worth telling only where some reader could have joined.
    for (const NodeId reader : view.connections.consumers(root.output(0)))
        if (isElementWise(view.graph.node(reader))) {
            auto shared = whyNotPrivate(view, root.output(0), reader);
            return Refused{
                {id, reader}, {shared ? root.output(0) : region.tensor}, shared ? *shared : region.obstacle};
        }
    return NoMatch{};
}

} // namespace

extern const Rule fuse_elementwise;
const Rule fuse_elementwise{"fuse_elementwise", "Chains and diamonds of element-wise operators into one pass",
                            match, "Add -> Mul -> Sub", "[Add, Mul, Sub]"};

} // namespace edgewright::fusion
