// SPDX-License-Identifier: GPL-3.0-or-later
// What the entry of its operator says of a node.
#include "core/ir/subgraphs.h"
#include "core/ops/operator.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

bool holdsRandom(const ir::Graph& graph) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) { return isRandom(graph.node(id), &graph); });
}

// training_mode, one Boolean.
bool mayTrain(const ir::Node& node, const ir::Graph* graph) {
    const ValueId mode = node.hasInput(2) ? node.input(2) : ValueId();
    if (!mode.valid()) return false;
    const ir::Tensor* known = graph && graph->contains(mode) ? graph->value(mode).known() : nullptr;
    return !known || known->bytes().empty() || known->bytes().front() != std::byte(0);
}

} // namespace

Category categoryOf(const ir::Node& node) {
    if (const Operator* known = find(node.domain, node.op)) return known->category;
    if (!node.body) return Category::Unknown;
    std::optional<Category> first;
    for (const NodeId member : node.body->order()) {
        const Category category = categoryOf(node.body->node(member));
        if (category == Category::Compute) return category;
        if (!first) first = category;
    }
    return first.value_or(Category::DataMovement);
}

bool isRandom(const ir::Node& node, const ir::Graph* graph) {
    if (node.body) return holdsRandom(*node.body);
    const Operator* op = find(node.domain, node.op);
    if (op && op->randomness == Randomness::Always) return true;
    if (op && op->randomness == Randomness::InTraining && mayTrain(node, graph)) return true;
    bool inside = false;
    ir::forEachSubgraph(node, [&](const ir::Subgraph& each) { inside = inside || holdsRandom(*each); });
    return inside;
}

bool isView(const ir::Node& node) {
    const Operator* op = node.body ? nullptr : find(node.domain, node.op);
    return op && op->isView && node.hasInput(0) && !isRandom(node);
}

} // namespace edgewright::ops
