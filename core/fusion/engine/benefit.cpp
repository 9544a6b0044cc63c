// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/benefit.h"

#include <algorithm>
#include <set>

namespace edgewright::fusion {

namespace {

ValueId followed(const ir::Patch& patch, ValueId id) {
    for (std::size_t hops = 0; hops <= patch.redirected.size(); ++hops) {
        const auto it = std::ranges::find(patch.redirected, id, &std::pair<ValueId, ValueId>::first);
        if (it == patch.redirected.end()) break;
        id = it->second;
    }
    return id;
}

ir::Node redirected(const ir::Patch& patch, ir::Node node) {
    for (ValueId& input : node.inputs)
        input = followed(patch, input);
    return node;
}

} // namespace

Benefit benefitOf(const ir::Graph& graph, const ir::Connections& connections, const ir::Patch& patch) {
    const std::size_t first = graph.valueCount(); // index of patch.values.front()
    const ValueOf valueOf = [&](ValueId id) -> const ir::Value* {
        if (!id.valid()) return nullptr;
        if (id.index() < first) return &graph.value(id);
        return id.index() - first < patch.values.size() ? &patch.values[id.index() - first] : nullptr;
    };
    Benefit saved;
    const auto count = [&](const ir::Node& node, int sign) {
        const Benefit cost = runCost(node, valueOf);
        saved.launches += sign * cost.launches;
        saved.trafficBytes += sign * cost.trafficBytes;
    };
    for (const NodeId id : patch.removed)
        count(graph.node(id), 1);
    for (const ir::Node& node : patch.added)
        count(patch.redirected.empty() ? node : redirected(patch, node), -1);
    std::set<NodeId> readers; // that stay, of what is redirected
    for (const auto& [from, to] : patch.redirected)
        if (from.index() < first)
            for (const NodeId reader : connections.consumers(from))
                if (std::ranges::find(patch.removed, reader) == patch.removed.end()) readers.insert(reader);
    for (const NodeId id : readers) {
        ir::Node reader = graph.node(id);
        reader.attributes.clear(); // its subgraphs cost what they did
        count(reader, 1);
        count(redirected(patch, std::move(reader)), -1);
    }
    return saved;
}

} // namespace edgewright::fusion
