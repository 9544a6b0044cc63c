// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/traffic.h"

#include "core/ir/known_beforehand.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace edgewright::fusion {

namespace {

constexpr int MaxSubgraphDepth = 64;

std::int64_t saturatedSum(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t Max = std::numeric_limits<std::int64_t>::max();
    return a > Max - b ? Max : a + b;
}

void add(Benefit& sum, const Benefit& more) {
    sum.launches = saturatedSum(sum.launches, more.launches);
    sum.trafficBytes = saturatedSum(sum.trafficBytes, more.trafficBytes);
}

// Bytes of a value that operators hand on.
std::int64_t movedBytes(const ir::Value* value) {
    if (!value || value->constant || value->folded) return 0;
    return std::max<std::int64_t>(value->type.bytes().value_or(0), 0);
}

Benefit costOfGraph(const ir::Graph& graph, int depth);

Benefit costOfNode(const ir::Node& node, const ValueOf& valueOf, int depth) {
    const bool isKnown = ir::isKnownBeforehand(node, [&](ValueId id) {
        const ir::Value* value = valueOf(id);
        return value ? std::optional(value->known() != nullptr) : std::nullopt;
    });
    if (isKnown || node.is("Constant")) return {};
    Benefit cost{1, 0};
    for (const ValueId output : node.outputs)
        if (output.valid()) cost.trafficBytes = saturatedSum(cost.trafficBytes, movedBytes(valueOf(output)));
    for (auto input = node.inputs.begin(); input != node.inputs.end(); ++input)
        if (input->valid() &&
            std::find(node.inputs.begin(), input, *input) == input) // read once, however often named
            cost.trafficBytes = saturatedSum(cost.trafficBytes, movedBytes(valueOf(*input)));
    if (depth < MaxSubgraphDepth)
        ir::forEachSubgraph(node,
                            [&](const ir::Subgraph& inner) { add(cost, costOfGraph(*inner, depth + 1)); });
    return cost;
}

Benefit costOfGraph(const ir::Graph& graph, int depth) {
    const ValueOf valueOf = [&](ValueId id) { return graph.contains(id) ? &graph.value(id) : nullptr; };
    Benefit sum;
    for (const NodeId id : graph.order())
        add(sum, costOfNode(graph.node(id), valueOf, depth));
    return sum;
}

std::size_t nodesOf(const ir::Node& node, int depth) {
    std::size_t count = node.is("Constant") ? 0 : 1;
    if (depth < MaxSubgraphDepth)
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) {
            for (const NodeId id : inner->order())
                count += nodesOf(inner->node(id), depth + 1);
        });
    return count;
}

} // namespace

Benefit runCost(const ir::Graph& graph) { return costOfGraph(graph, 0); }

Benefit runCost(const ir::Node& node, const ValueOf& valueOf) { return costOfNode(node, valueOf, 0); }

std::size_t computeNodes(const ir::Graph& graph) {
    std::size_t count = 0;
    for (const NodeId id : graph.order())
        count += nodesOf(graph.node(id), 0);
    return count;
}

} // namespace edgewright::fusion
