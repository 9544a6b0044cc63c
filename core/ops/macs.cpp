// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/infer.h"

#include "core/base/checked.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops {

namespace {

std::int64_t plus(std::int64_t a, std::int64_t b) {
    return checkedAdd(a, b).value_or(std::numeric_limits<std::int64_t>::max());
}

std::int64_t macsOfGraph(const ir::Graph& graph) {
    std::int64_t sum = 0;
    for (const NodeId id : graph.order())
        sum = plus(sum, macsOf(graph, graph.node(id)));
    return sum;
}

// Types by position; empty when a connected one is not fully known.
std::optional<std::vector<ir::TensorType>> fullTypes(const ir::Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<ir::TensorType> types;
    for (const ValueId id : ids) {
        types.emplace_back();
        if (!id.valid() || !graph.contains(id)) continue;
        types.back() = graph.value(id).type;
        if (!types.back().elements()) return std::nullopt;
    }
    return types;
}

} // namespace

std::int64_t macsOf(const ir::Graph& graph, const ir::Node& node) {
    if (node.body) return macsOfGraph(*node.body);
    std::int64_t bodies = 0;
    for (const ir::Attribute& attribute : node.attributes) {
        const auto* body = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
        if (!body || !*body) continue;
        // Of the branches of an If only one runs: the larger one counts.
        bodies = node.is("If") ? std::max(bodies, macsOfGraph(**body)) : plus(bodies, macsOfGraph(**body));
    }
    const Operator* op = find(node.domain, node.op);
    if (!op || !op->macs) return bodies;
    const auto inputs = fullTypes(graph, node.inputs);
    const auto outputs = fullTypes(graph, node.outputs);
    if (!inputs || !outputs) return bodies;
    return plus(bodies, op->macs(node, *inputs, *outputs));
}

} // namespace edgewright::ops
