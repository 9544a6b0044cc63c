// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/order.h"

#include <functional>
#include <queue>

namespace edgewright::ir {

Order executionOrder(const Graph& graph) {
    const Connections connections(graph);
    const auto& order = graph.order();
    std::vector<std::size_t> position(graph.nextNode().index());
    for (std::size_t i = 0; i < order.size(); ++i)
        position[order[i].index()] = i;

    // Consumers are listed once per value, so a node waits once for each distinct value it reads.
    std::vector<int> waiting(order.size(), 0);
    for (std::size_t v = 0; v < graph.valueCount(); ++v)
        if (connections.producer(ValueId(v)))
            for (const NodeId reader : connections.consumers(ValueId(v)))
                ++waiting[position[reader.index()]];

    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (waiting[i] == 0) ready.push(i);

    Order result;
    std::vector<bool> done(order.size(), false);
    std::vector<bool> released(graph.valueCount(), false); // a node may name an output twice
    while (!ready.empty()) {
        const std::size_t index = ready.top();
        ready.pop();
        done[index] = true;
        result.nodes.push_back(order[index]);
        for (const ValueId output : graph.node(order[index]).outputs) {
            // Of two producers of one value only the first one is waited for.
            if (connections.producer(output) != order[index] || released[output.index()]) continue;
            released[output.index()] = true;
            for (const NodeId reader : connections.consumers(output))
                if (--waiting[position[reader.index()]] == 0) ready.push(position[reader.index()]);
        }
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        if (!done[i]) result.cyclic.push_back(order[i]);
    return result;
}

} // namespace edgewright::ir
