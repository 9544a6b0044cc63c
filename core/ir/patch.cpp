// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/patch.h"

#include "core/ir/order.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace edgewright::ir {

ValueId PatchBuilder::value(std::string name, TensorType type) {
    Value value;
    value.id = ValueId(m_graph.nextValue().index() + m_patch.values.size());
    value.name = std::move(name);
    value.type = std::move(type);
    m_patch.values.push_back(std::move(value));
    return m_patch.values.back().id;
}

ValueId PatchBuilder::constant(std::string name, Tensor tensor) {
    const ValueId id = value(std::move(name), tensor.type());
    m_patch.values.back().constant = std::move(tensor);
    return id;
}

NodeId PatchBuilder::add(Node node) {
    node.id = NodeId(m_graph.nextNode().index() + m_patch.added.size());
    m_patch.added.push_back(std::move(node));
    return m_patch.added.back().id;
}

namespace {

void redirect(Graph& graph, const std::vector<std::pair<ValueId, ValueId>>& redirected) {
    if (redirected.empty()) return;
    std::unordered_map<ValueId, ValueId> to(redirected.begin(), redirected.end());
    const auto follow = [&](ValueId& id) {
        std::size_t hops = 0;
        for (auto it = to.find(id); it != to.end() && hops++ < to.size(); it = to.find(id))
            id = it->second;
    };
    for (const NodeId id : graph.order()) {
        Node& node = graph.node(id);
        for (ValueId& input : node.inputs)
            follow(input);
    }
    for (ValueId& output : graph.outputs)
        follow(output);
}

constexpr int DeepestSubgraph = 64;

// Ids that applying would rely on.
bool refersToNothing(const Graph& graph, const Patch& patch) {
    const std::size_t values = graph.valueCount() + patch.values.size();
    const auto missing = [&](ValueId id) { return id.valid() && id.index() >= values; };
    for (std::size_t i = 0; i < patch.values.size(); ++i)
        if (patch.values[i].id != ValueId(graph.valueCount() + i)) return true;
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        const Node& node = patch.added[i];
        if (node.id != NodeId(graph.nextNode().index() + i)) return true;
        if (std::ranges::any_of(node.inputs, missing) || std::ranges::any_of(node.outputs, missing))
            return true;
    }
    return std::ranges::any_of(patch.redirected, [&](const auto& each) {
        return !each.first.valid() || !each.second.valid() || missing(each.first) || missing(each.second);
    });
}

void dropUnread(Graph& graph, const Connections& connections) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id(i);
        if (!connections.consumers(id).empty() || graph.isOutput(id)) continue;
        graph.value(id).constant.reset();
        graph.value(id).outer.reset();
    }
}

Result<Graph> applyAt(const Graph& graph, const Patch& patch, int depth);

Result<Graph> applyInside(const Graph& graph, const PatchInside& inside, int depth) {
    const auto subgraph =
        graph.contains(inside.node) ? graph.node(inside.node).graph(inside.attribute) : nullptr;
    if (!subgraph || depth >= DeepestSubgraph)
        return internalError("a patch changes a subgraph '" + inside.attribute + "' that is not there");
    auto changed = applyAt(*subgraph, inside.patch, depth + 1);
    if (!changed) return changed;
    Graph result = graph;
    result.node(inside.node).set(inside.attribute, std::make_shared<const Graph>(std::move(changed).value()));
    dropUnread(result, Connections(result));
    return result;
}

Result<Graph> applyAt(const Graph& graph, const Patch& patch, int depth) {
    if (patch.inside) return applyInside(graph, *patch.inside, depth);
    if (refersToNothing(graph, patch))
        return internalError("a patch refers to ids that the graph does not have");
    Graph result = graph;
    const auto& order = graph.order();
    std::size_t position = 0; // behind the last removed node
    for (const NodeId id : patch.removed) {
        if (!graph.contains(id)) return internalError("a patch removes a node that is not in the graph");
        const auto at = static_cast<std::size_t>(std::ranges::find(order, id) - order.begin());
        position = std::max(position, at + 1);
    }
    for (const Value& value : patch.values)
        result.insertValue(value);
    for (Node& node : addedNodes(graph, patch))
        result.insertNode(std::move(node), position++);
    for (const NodeId id : patch.removed)
        result.removeNode(id);
    redirect(result, patch.redirected);

    Order sorted = executionOrder(result);
    if (!sorted.cyclic.empty())
        return internalError("a patch closes a cycle through '" + result.node(sorted.cyclic.front()).label() +
                             "'");
    result.setOrder(std::move(sorted.nodes));

    const Connections before(graph), connections(result);
    for (std::size_t i = 0; i < result.valueCount(); ++i) {
        const ValueId id(i);
        const Value& value = result.value(id);
        const bool read = !connections.consumers(id).empty() || result.isOutput(id);
        if (!read || connections.producer(id) || value.constant || value.outer || result.isInput(id)) continue;
        const bool isDamaged = graph.contains(id) && !before.producer(id) &&
                               (!before.consumers(id).empty() || graph.isOutput(id)); // whatever patches do
        if (!isDamaged) return internalError("a patch leaves '" + value.name + "' without a producer");
    }
    dropUnread(result, connections);
    return result;
}

} // namespace

std::vector<Node> addedNodes(const Graph& graph, const Patch& patch) {
    std::vector<NodeId> origins;
    HierarchyPtr hierarchy;
    for (const NodeId id : patch.removed) {
        hierarchy = commonHierarchy(hierarchy, graph.node(id).hierarchy);
        std::ranges::copy(originsOf(graph.node(id)), std::back_inserter(origins));
    }
    std::ranges::sort(origins);
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
    std::vector<Node> added = patch.added;
    for (Node& node : added) {
        if (node.origins.empty()) node.origins = origins;
        if (!node.hierarchy) node.hierarchy = hierarchy;
    }
    return added;
}

Result<Graph> apply(const Graph& graph, const Patch& patch) { return applyAt(graph, patch, 0); }

} // namespace edgewright::ir
