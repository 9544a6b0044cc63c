// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

namespace edgewright::fusion::fuse_elementwise {

namespace {

// The batch norm behind it becomes part of its weights, by another rule.
bool takesBatchNorm(const GraphView& view, const ir::Node& node) {
    return (node.is("Conv") || node.is("ConvTranspose")) && knownTensor(view, node.input(1));
}

// A bound that is only known at run time keeps a Clip out of all groups; other parameters may be tensors.
bool isActivationOfConstants(const GraphView& view, const ir::Node& node) {
    if (ops::categoryOf(node) != ops::Category::Activation) return false;
    if (node.is("Clip")) return true;
    for (std::size_t i = 1; i < node.inputs.size(); ++i)
        if (node.hasInput(i) && !knownTensor(view, node.input(i))) return false;
    return true;
}

// Folding a batch norm, adding a residual and running an activation in the epilogue are rules of their own,
// with their own switches: this rule does not do their work in their stead. What they cannot do is done here.
bool isTakenElsewhere(const GraphView& view, const ir::Node& root, const ir::Node& reader) {
    if (root.domain == ir::FusedDomain) return false;
    const bool isGroup = reader.domain == ir::FusedDomain && reader.body && reader.body->nodeCount() > 0;
    const ir::Node& first = isGroup ? reader.body->node(reader.body->order().front()) : reader;
    if (isInferenceBatchNorm(first)) return takesBatchNorm(view, root);
    if (first.is("Add")) return first.inputs.size() != 2 || first.input(0) != first.input(1);
    return isGroup ? ops::categoryOf(first) == ops::Category::Activation : isActivationOfConstants(view, first);
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
            const bool only = last && members.size() == 1;
            if (anchored && only && isTakenElsewhere(view, root, reader)) return false;
            if (anchored) return isElementWise(reader) && !shapesClash(type, typeOf(view, reader.output(0)));
            if (!last) return patternOf(reader) <= ops::Pattern::Injective;
            return isElementWise(reader) || readsElementByElement(view, reader, members);
        });
    if (region.grown()) {
        const std::vector<NodeId> others(region.members.begin() + 1, region.members.end());
        return Applied{groupPatch(view, region.members), region.members,
                       say("{1} and {2} pass over the tensor once", root.label(), listed(view.graph, others))};
    }
    // Worth telling only where some reader could have joined.
    return anchored ? NoMatch{} : whyNotGrown(view, root, region, isElementWise);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Chains and diamonds of element-wise operators into one pass"),
    .match = match,
    .before = "Add -> Mul -> Sub",
    .after = "[Add, Mul, Sub]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_elementwise
