// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/linked_graph.h"

#include <algorithm>

namespace edgewright::fusion {

LinkedGraph::LinkedGraph(ir::Graph given)
    : graph(std::move(given)), links(graph), order(graph), isInput(graph.valueCount(), false),
      isOutput(graph.valueCount(), false) {
    for (const ValueId id : graph.inputs)
        if (id.valid() && graph.contains(id)) isInput[id.index()] = true;
    for (const ValueId id : graph.outputs)
        if (id.valid() && graph.contains(id)) isOutput[id.index()] = true;
    for (const NodeId id : graph.order())
        noteCaptured(id);
}

bool LinkedGraph::captures(NodeId node, ValueId value) const {
    if (captured.empty()) return false;
    const auto it = captured.find(node);
    return it != captured.end() && std::ranges::binary_search(it->second, value);
}

std::vector<ValueId> LinkedGraph::readBy(NodeId node) const {
    std::vector<ValueId> values = graph.node(node).inputs;
    if (const auto it = captured.find(node); it != captured.end())
        values.insert(values.end(), it->second.begin(), it->second.end());
    std::erase_if(values, [&](ValueId id) { return !id.valid() || !graph.contains(id); });
    return values;
}

void LinkedGraph::noteCaptured(NodeId node) {
    auto values = ir::capturedValues(graph.node(node));
    if (values.empty())
        captured.erase(node);
    else
        captured.insert_or_assign(node, std::move(values));
}

} // namespace edgewright::fusion
