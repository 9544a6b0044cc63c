// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/loadable_groups.h"

#include "core/ir/subgraphs.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::fusion {

namespace {

constexpr int DeepestSubgraph = 64;

bool isLoadable(const ir::Node& group, const ir::Opsets& opsets) {
    const ir::Graph& body = *group.body;
    const ir::Opsets& imported = ir::opsetsOf(body, opsets);
    return !body.inputs.empty() && std::ranges::all_of(body.order(), [&](NodeId id) {
        const ir::Node& member = body.node(id);
        return member.body || ops::isDefined(member, ir::opsetOf(imported, member.domain));
    });
}

// True if the members mean outside what they mean in the body.
bool canStandAlone(const ir::Node& group, const ir::Opsets& opsets) {
    const ir::Graph& body = *group.body;
    const bool sameOpsets = std::ranges::all_of(
        body.opsets, [&](const auto& each) { return ir::opsetOf(opsets, each.first) == each.second; });
    return sameOpsets &&
           std::ranges::none_of(body.order(), [&](NodeId id) { return ir::hasSubgraph(body.node(id)); });
}

// Appends the members of `group` to `graph`, and their ids to `order`.
void addMembers(ir::Graph& graph, const ir::Node& group, std::vector<NodeId>& order) {
    const ir::Graph& body = *group.body;
    const ir::Connections links(body);
    std::unordered_map<ValueId, ValueId> outside; // by value of the body
    for (std::size_t i = 0; i < body.inputs.size(); ++i)
        outside.emplace(body.inputs[i], group.input(i));
    std::vector<std::pair<ValueId, ValueId>> copies; // outputs that no member writes for themselves alone
    for (std::size_t i = 0; i < body.outputs.size() && i < group.outputs.size(); ++i) {
        if (!group.outputs[i].valid()) continue;
        if (!links.producer(body.outputs[i]) || !outside.emplace(body.outputs[i], group.outputs[i]).second)
            copies.emplace_back(body.outputs[i], group.outputs[i]);
    }
    const auto mapped = [&](ValueId inner) {
        if (!inner.valid()) return inner;
        const auto found = outside.find(inner);
        if (found != outside.end()) return found->second;
        const ValueId made = graph.addValue(body.value(inner));
        outside.emplace(inner, made);
        return made;
    };
    for (const NodeId id : body.order()) {
        ir::Node member = body.node(id);
        std::ranges::transform(member.inputs, member.inputs.begin(), mapped);
        std::ranges::transform(member.outputs, member.outputs.begin(), mapped);
        order.push_back(graph.addNode(std::move(member)));
    }
    for (const auto& [from, to] : copies) {
        ir::Node copy;
        copy.op = "Identity";
        copy.origins = group.origins;
        copy.inputs = {mapped(from)};
        copy.outputs = {to};
        order.push_back(graph.addNode(std::move(copy)));
    }
}

void standAlone(ir::Graph& graph, const ir::Opsets& opsets, int depth) {
    std::vector<NodeId> order;
    for (const NodeId id : std::vector(graph.order())) {
        ir::Node& node = graph.node(id);
        if (depth < DeepestSubgraph)
            ir::forEachSubgraph(node, [&](ir::Subgraph& subgraph) {
                ir::Graph inner = *subgraph;
                standAlone(inner, ir::opsetsOf(inner, opsets), depth + 1);
                subgraph = std::make_shared<const ir::Graph>(std::move(inner));
            });
        if (node.body && node.domain == ir::FusedDomain && !isLoadable(node, opsets) &&
            canStandAlone(node, opsets))
            addMembers(graph, ir::Node(node), order); // a copy: nodes move where some are added
        else
            order.push_back(id);
    }
    graph.keepOnly(std::move(order));
}

void keepForeign(ir::Graph& fused, const ir::Graph& original, int depth) {
    if (depth > DeepestSubgraph) return;
    for (const NodeId id : fused.order()) {
        ir::Node& node = fused.node(id);
        if (!ir::hasSubgraph(node) || !original.contains(id)) continue;
        const ir::Node& before = original.node(id);
        if (before.op != node.op || before.domain != node.domain) continue;
        if (!node.body && !ops::find(node.domain, node.op)) {
            node.attributes = before.attributes;
            continue;
        }
        for (ir::Attribute& attribute : node.attributes) {
            auto* const subgraph = std::get_if<ir::Subgraph>(&attribute.value);
            const auto given = before.graph(attribute.name);
            if (!subgraph || !*subgraph || !given) continue;
            ir::Graph inner = **subgraph;
            keepForeign(inner, *given, depth + 1);
            *subgraph = std::make_shared<const ir::Graph>(std::move(inner));
        }
    }
}

} // namespace

ir::Graph withLoadableGroups(const ir::Graph& graph, const ir::Opsets& opsets) {
    ir::Graph result = graph;
    standAlone(result, opsets, 0);
    return result;
}

void keepForeignSubgraphs(ir::Graph& fused, const ir::Graph& original) { keepForeign(fused, original, 0); }

} // namespace edgewright::fusion
