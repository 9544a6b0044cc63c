// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/extent_bounds.h"

#include "core/ir/order.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <set>
#include <string>

namespace edgewright::ops {

namespace {

// A larger extent makes a larger one of it: names that are added and multiplied. Quoted names may be any text.
bool growsWithItsNames(const std::string& expression) {
    bool quoted = false;
    return std::ranges::none_of(expression, [&](char c) {
        quoted = quoted != (c == '\'');
        return !quoted && (c == '-' || c == '/');
    });
}

void addBounds(const ir::Graph& graph, const ir::Node& node, const Operator& op, ir::SymbolValues& bounds) {
    std::vector<ir::TensorType> inputs;
    std::vector<const ir::Tensor*> values;
    std::set<std::string> given; // names that the operator is given
    for (const ValueId id : node.inputs) {
        inputs.emplace_back();
        values.push_back(nullptr);
        if (!id.valid() || !graph.contains(id)) continue;
        const ir::Value& value = graph.value(id);
        values.back() = value.known();
        inputs.back() = largestType(value.type, bounds).value_or(value.type);
        if (value.type.shape)
            for (const ir::Dim& dim : *value.type.shape)
                given.insert(dim.symbol());
    }
    const auto largest = op.largestExtent(node, inputs, values);
    if (!largest || *largest < 0) return;
    for (const ValueId id : node.outputs) {
        if (!id.valid() || !graph.contains(id) || !graph.value(id).type.shape) continue;
        for (const ir::Dim& dim : *graph.value(id).type.shape) {
            if (dim.known() || dim.symbol().empty() || given.contains(dim.symbol())) continue;
            std::int64_t& bound = bounds.try_emplace(dim.symbol(), *largest).first->second;
            bound = std::max(bound, *largest);
        }
    }
}

} // namespace

ir::SymbolValues extentBounds(const ir::Graph& graph) {
    const auto deciding = [&](NodeId id) {
        const ir::Node& node = graph.node(id);
        const Operator* op = node.body ? nullptr : find(node.domain, node.op);
        return op && op->largestExtent ? op : nullptr;
    };
    ir::SymbolValues bounds;
    if (std::ranges::none_of(graph.order(), deciding)) return bounds;
    for (const NodeId id : ir::executionOrder(graph).nodes)
        if (const Operator* op = deciding(id)) addBounds(graph, graph.node(id), *op, bounds);
    return bounds;
}

std::optional<ir::TensorType> largestType(const ir::TensorType& type, const ir::SymbolValues& bounds) {
    if (!type.isTensor() || !type.shape) return std::nullopt;
    ir::TensorType largest = type;
    for (ir::Dim& dim : *largest.shape) {
        if (dim.known()) continue;
        if (!bounds.contains(dim.symbol()) && !growsWithItsNames(dim.symbol())) return std::nullopt;
        dim = ir::substitute(dim, bounds);
        if (!dim.known()) return std::nullopt;
    }
    return largest;
}

} // namespace edgewright::ops
