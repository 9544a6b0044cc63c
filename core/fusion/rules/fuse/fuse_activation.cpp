// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>

namespace edgewright::fusion::fuse_activation {

namespace {

bool isActivation(const ir::Node& node) {
    const ops::Operator* found = ops::find(node.domain, node.op);
    return found && found->category == ops::Category::Activation && isElementWise(node);
}

// What an activation may run behind of.
bool takesActivation(const ir::Node& node) {
    const ops::Pattern pattern = patternOf(node);
    if (pattern == ops::Pattern::OutFusable) return true;
    const bool sumOrNorm = node.is("Add") || node.is("Sum") || node.is("BatchNormalization");
    return pattern <= ops::Pattern::Broadcast && (sumOrNorm || node.domain == ir::FusedDomain);
}

// Reads nothing but constants and what the members write: x * sigmoid(x), x * tanh(softplus(x)).
bool readsOnlyMembers(const GraphView& view, const ir::Node& node, const std::vector<NodeId>& members) {
    return std::ranges::all_of(node.inputs, [&](ValueId input) {
        if (!input.valid() || knownTensor(view, input)) return true;
        const ir::Node* producer = view.producer(input);
        return producer && std::ranges::find(members, producer->id) != members.end();
    });
}

//   Conv -> Relu                               =>      [Conv, Relu]
//
//   Conv -> x -> Sigmoid -> Mul(x)             =>      [Conv, Sigmoid, Mul]       a gated activation: SiLU,
//   HardSwish,
//                                                                                 Mish, spelled out
Match match(const GraphView& view, NodeId id) {
    const ir::Node& activation = view.graph.node(id);
    if (!isActivation(activation)) return NoMatch{};
    const ValueId x = activation.input(0);
    const ir::Node* before = view.producer(x);
    if (!before || !takesActivation(*before)) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id, before->id}, {tensor}, std::move(reason)};
    };

    for (std::size_t i = 1; i < activation.inputs.size(); ++i)
        if (activation.hasInput(i) && !knownTensor(view, activation.input(i)))
            return refuse(notConstant(view,
                                      activation.is("Clip") ? say("the bound of {1}", activation.label())
                                                            : say("the parameter of {1}", activation.label()),
                                      activation.input(i)),
                          activation.input(i));
    if (shapesClash(typeOf(view, x), typeOf(view, activation.output(0))))
        return refuse(say("{1} changes the shape of {2}", activation.label(), described(view, x)), x);

    const Region region = growRegion(view, before->id, [&](const ir::Node& reader, const auto& members, bool) {
        return isElementWise(reader) && readsOnlyMembers(view, reader, members) &&
               !shapesClash(typeOf(view, x), typeOf(view, reader.output(0)));
    });
    if (!region.grown()) {
        auto shared = whyNotPrivate(view, x, id);
        return refuse(shared ? std::move(*shared) : region.obstacle, shared ? x : region.tensor);
    }
    std::vector<NodeId> nodes{id};
    for (const NodeId member : region.members)
        if (member != id) nodes.push_back(member);
    if (nodes.size() != region.members.size()) return NoMatch{}; // a region that does not pass through here
    const std::vector<NodeId> behind(region.members.begin() + 1, region.members.end());
    const std::string names = listed(view.graph, behind);
    return Applied{groupPatch(view, region.members), std::move(nodes),
                   behind.size() == 1 ? say("{1} runs in the epilogue of {2}", names, before->label())
                                      : say("{1} run in the epilogue of {2}", names, before->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Activation into the operator before it"),
    .match = match,
    .before = "Conv -> Relu",
    .after = "[Conv, Relu]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_activation
