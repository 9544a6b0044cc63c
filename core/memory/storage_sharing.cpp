// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/storage_sharing.h"

#include "core/ops/operator.h"

#include <algorithm>
#include <array>

namespace edgewright::memory {

namespace {

bool isElementWise(const ir::Node& node) {
    if (node.body) return false;
    const ops::Operator* op = ops::find(node.domain, node.op);
    if (!op) return false;
    const bool kind = op->category == ops::Category::ElementWise || op->category == ops::Category::Activation;
    return kind && (op->pattern == ops::Pattern::ElementWise || op->pattern == ops::Pattern::Broadcast);
}

// A group is one loop over its output only if every member is.
bool isElementWiseGroup(const ir::Graph& body) {
    return body.nodeCount() > 0 &&
           std::ranges::all_of(body.order(), [&](NodeId id) { return isElementWise(body.node(id)); });
}

// These may accumulate into their output, input after input: overwriting any but the first would destroy it
// unread.
bool mayAccumulate(const ir::Node& node) {
    static constexpr std::array<std::string_view, 4> Variadic = {"Max", "Mean", "Min", "Sum"};
    return !node.body && std::ranges::find(Variadic, node.op) != Variadic.end();
}

} // namespace

std::vector<ValueId> overwritable(const ir::Graph& graph, const ir::Node& node) {
    const ValueId output = node.output(0);
    if (!output.valid() || !graph.contains(output)) return {};
    if (std::ranges::count_if(node.outputs, [](ValueId id) { return id.valid(); }) != 1) return {};
    if (node.body ? !isElementWiseGroup(*node.body) : !isElementWise(node)) return {};

    std::vector<ValueId> result;
    const std::size_t end =
        mayAccumulate(node) ? std::min<std::size_t>(node.inputs.size(), 1) : node.inputs.size();
    for (std::size_t i = 0; i < end; ++i) {
        const ValueId id = node.inputs[i];
        if (!id.valid() || !graph.contains(id)) continue;
        const bool repeated = std::ranges::count(node.inputs, id) > 1;
        if (mayAccumulate(node) && repeated) continue;
        // A broadcast input is read more than once; an input of another type has other strides.
        if (graph.value(id).type == graph.value(output).type) result.push_back(id);
    }
    return result;
}

} // namespace edgewright::memory
