// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/traffic.h"

#include "core/ir/subgraphs.h"

#include <algorithm>
#include <limits>

namespace edgewright::fusion {

namespace {

constexpr int DeepestSubgraph = 64;

std::int64_t sum(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();
    return a > Most - b ? Most : a + b;
}

std::int64_t trafficOf(const ir::Graph& graph, const ir::Node& node, int depth) {
    std::int64_t total = 0;
    for (const ValueId output : node.outputs)
        if (output.valid() && graph.contains(output)) total = sum(total, movedBytes(graph.value(output)));
    for (auto input = node.inputs.begin(); input != node.inputs.end(); ++input) {
        if (!input->valid() || !graph.contains(*input)) continue;
        if (std::find(node.inputs.begin(), input, *input) == input) // one reader, however often
            total = sum(total, movedBytes(graph.value(*input)));
    }
    if (depth < DeepestSubgraph)
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) {
            for (const NodeId id : inner->order())
                total = sum(total, trafficOf(*inner, inner->node(id), depth + 1));
        });
    return total;
}

std::size_t nodesOf(const ir::Node& node, int depth) {
    std::size_t count = node.is("Constant") ? 0 : 1;
    if (depth < DeepestSubgraph)
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) {
            for (const NodeId id : inner->order())
                count += nodesOf(inner->node(id), depth + 1);
        });
    return count;
}

} // namespace

std::int64_t movedBytes(const ir::Value& value) {
    if (value.constant || (value.outer && value.folded)) return 0;
    return std::max<std::int64_t>(value.type.bytes().value_or(0), 0);
}

std::int64_t trafficBytes(const ir::Graph& graph, const ir::Node& node) { return trafficOf(graph, node, 0); }

std::int64_t trafficBytes(const ir::Graph& graph) {
    std::int64_t total = 0;
    for (const NodeId id : graph.order())
        total = sum(total, trafficOf(graph, graph.node(id), 0));
    return total;
}

std::size_t computeNodes(const ir::Node& node) { return nodesOf(node, 0); }

std::size_t computeNodes(const ir::Graph& graph) {
    std::size_t count = 0;
    for (const NodeId id : graph.order())
        count += nodesOf(graph.node(id), 0);
    return count;
}

} // namespace edgewright::fusion
