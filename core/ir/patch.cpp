// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/patch.h"

#include "core/ir/order.h"

#include <algorithm>
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

std::vector<NodeId> originsOf(const Graph& graph, const std::vector<NodeId>& nodes) {
    std::vector<NodeId> origins;
    for (const NodeId id : nodes) {
        const auto& own = graph.node(id).origins;
        if (own.empty()) origins.push_back(id);
        origins.insert(origins.end(), own.begin(), own.end());
    }
    std::ranges::sort(origins);
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());
    return origins;
}

void redirect(Graph& graph, const std::vector<std::pair<ValueId, ValueId>>& redirected) {
    if (redirected.empty()) return;
    std::unordered_map<ValueId, ValueId> to(redirected.begin(), redirected.end());
    const auto follow = [&](ValueId& id) {
        for (auto it = to.find(id); it != to.end(); it = to.find(id))
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

} // namespace

Result<Graph> apply(const Graph& graph, const Patch& patch) {
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
    const std::vector<NodeId> origins = originsOf(graph, patch.removed);
    for (const Node& node : patch.added) {
        Node added = node;
        if (added.origins.empty()) added.origins = origins;
        result.insertNode(std::move(added), position++);
    }
    for (const NodeId id : patch.removed)
        result.removeNode(id);
    redirect(result, patch.redirected);

    Order sorted = executionOrder(result);
    if (!sorted.cyclic.empty())
        return internalError("a patch closes a cycle through '" + result.node(sorted.cyclic.front()).label() +
                             "'");
    result.setOrder(std::move(sorted.nodes));

    const Connections connections(result);
    for (std::size_t i = 0; i < result.valueCount(); ++i) {
        const ValueId id(i);
        Value& value = result.value(id);
        const bool read = !connections.consumers(id).empty() || result.isOutput(id);
        if (read && !connections.producer(id) && !value.constant && !value.outer && !result.isInput(id))
            return internalError("a patch leaves '" + value.name + "' without a producer");
        if (!read && value.constant) value.constant.reset();
    }
    return result;
}

} // namespace edgewright::ir
