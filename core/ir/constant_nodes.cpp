// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/constant_nodes.h"

#include "core/ir/order.h"

#include <algorithm>
#include <utility>

namespace edgewright::ir {

Constants constantsOf(const Graph& graph, std::vector<bool> known) {
    Constants found{std::move(known), std::vector<bool>(graph.nextNode().index(), false)};
    found.values.resize(graph.valueCount(), false);
    for (std::uint32_t i = 0; i < graph.valueCount(); ++i)
        if (graph.value(ValueId(i)).constant) found.values[i] = true;
    for (const NodeId id : executionOrder(graph).nodes) {
        const Node& node = graph.node(id);
        const auto reads = [&](ValueId in) {
            return !in.valid() || (graph.contains(in) && found.values[in.index()]);
        };
        const bool source = std::ranges::none_of(node.inputs, &ValueId::valid);
        if (source ? !node.is("Constant") : !std::ranges::all_of(node.inputs, reads)) continue;
        if (!capturedValues(node).empty()) continue;
        if (std::ranges::any_of(node.outputs, [&](ValueId out) { return out.valid() && graph.isOutput(out); }))
            continue;
        found.nodes[id.index()] = true;
        for (const ValueId out : node.outputs)
            if (graph.contains(out)) found.values[out.index()] = true;
    }
    return found;
}

} // namespace edgewright::ir
