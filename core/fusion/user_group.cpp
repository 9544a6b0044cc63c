// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/user_group.h"

#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::fusion {

namespace {

std::string whyNoMember(const GraphView& view, const ir::Node& node) {
    if (ir::hasSubgraph(node)) return say("{1} runs a subgraph, and a group holds none", node.label());
    if (node.domain == ir::FusedDomain && node.body) return {};
    if (node.body) return say("{1} calls a function, and a group holds single operators", node.label());
    const ops::Operator* known = ops::find(node.domain, node.op);
    if (!known)
        return node.domain.empty() ? say("{1} is the unknown operator '{2}'", node.label(), node.op)
                                   : say("{1} is the unknown operator '{2}' of domain '{3}'", node.label(),
                                         node.op, node.domain);
    if (known->category == ops::Category::ControlFlow)
        return say("{1} ({2}) decides what runs, and a group always runs as a whole", node.label(), node.op);
    if (ops::isRandom(node, &view.graph)) return say("{1} draws random numbers", node.label());
    return {};
}

// The nodes that can be reached from the first one along tensors between the nodes.
std::unordered_set<NodeId> regionOf(const GraphView& view, const std::vector<NodeId>& nodes) {
    const std::unordered_set<NodeId> chosen(nodes.begin(), nodes.end());
    std::unordered_set<NodeId> region{nodes.front()};
    std::vector<NodeId> stack{nodes.front()};
    const auto visit = [&](NodeId id) {
        if (chosen.contains(id) && region.insert(id).second) stack.push_back(id);
    };
    while (!stack.empty()) {
        const ir::Node& node = view.graph.node(stack.back());
        stack.pop_back();
        for (const ValueId input : node.inputs)
            if (const auto producer = view.connections.producer(input)) visit(*producer);
        for (const ValueId output : node.outputs)
            std::ranges::for_each(view.connections.consumers(output), visit);
    }
    return region;
}

bool isTensorLike(const ir::Value& value) { return value.otherType.empty() && value.type.isTensor(); }

std::optional<Refused> whyBorder(const GraphView& view, const std::vector<NodeId>& nodes,
                                 const std::vector<ValueId>& out) {
    const auto refuse = [&](ValueId value) {
        return Refused{nodes,
                       {value},
                       say("'{1}' is no dense tensor and cannot cross the border of a group",
                           view.graph.value(value).name)};
    };
    const std::unordered_set<NodeId> chosen(nodes.begin(), nodes.end());
    for (const NodeId id : nodes)
        for (const ValueId input : view.graph.node(id).inputs) {
            if (!input.valid() || isTensorLike(view.graph.value(input))) continue;
            const auto producer = view.connections.producer(input);
            if (!producer || !chosen.contains(*producer)) return refuse(input);
        }
    for (const ValueId value : out)
        if (!isTensorLike(view.graph.value(value))) return refuse(value);
    return std::nullopt;
}

std::string namesOf(const GraphView& view, const std::vector<ValueId>& values) {
    constexpr std::size_t MaxNames = 4;
    std::vector<std::string> names;
    for (const ValueId value : values)
        names.push_back("'" + view.graph.value(value).name + "'");
    if (names.size() <= MaxNames) return sayList(names);
    return say("{1}, {2}, {3}, {4} and {5} more", names[0], names[1], names[2], names[3],
               names.size() - MaxNames);
}

} // namespace

Match fuseUserGroup(const GraphView& view, std::vector<NodeId> nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes.empty()) return Refused{{}, {}, say("there is nothing to fuse: no operator is chosen")};
    for (const NodeId id : nodes)
        if (!id.valid() || !view.graph.contains(id))
            return Refused{{}, {}, say("one of the chosen operators is not in this graph")};
    std::ranges::sort(nodes, {}, [&](NodeId id) { return view.connections.rank(id); });
    if (nodes.size() == 1)
        return Refused{
            nodes,
            {},
            say("{1} alone is no group: choose two or more", view.graph.node(nodes.front()).label())};
    for (const NodeId id : nodes)
        if (std::string reason = whyNoMember(view, view.graph.node(id)); !reason.empty())
            return Refused{{id}, {}, std::move(reason)};

    const auto region = regionOf(view, nodes);
    if (region.size() < nodes.size()) {
        std::vector<NodeId> here, apart;
        for (const NodeId id : nodes)
            (region.contains(id) ? here : apart).push_back(id);
        if (apart.size() > here.size()) std::swap(here, apart);
        return Refused{apart,
                       {},
                       say("the operators are not one region: no tensor goes from {1} to {2} or back",
                           listed(view.graph, apart), listed(view.graph, here))};
    }
    if (auto cycle = whyNotConvex(view, nodes)) return Refused{nodes, {}, std::move(*cycle)};
    const std::vector<ValueId> out = leaving(view, nodes);
    if (out.empty())
        return Refused{
            nodes, {}, say("nobody reads what {1} would compute together", listed(view.graph, nodes))};
    if (auto border = whyBorder(view, nodes, out)) return std::move(*border);

    std::vector<NodeId> ordered = nodes;
    const std::string members = listed(view.graph, nodes), written = namesOf(view, out);
    return Applied{groupPatch(view, nodes), std::move(ordered),
                   out.size() == 1 ? say("{1} were fused by hand; {2} leaves the group", members, written)
                                   : say("{1} were fused by hand; {2} leave the group", members, written)};
}

Match fuseUserGroup(const ir::Graph& graph, const ir::Opsets& opsets, std::vector<NodeId> nodes) {
    const ir::Connections connections(graph);
    return fuseUserGroup(GraphView{graph, connections, opsets}, std::move(nodes));
}

} // namespace edgewright::fusion
