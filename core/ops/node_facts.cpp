// SPDX-License-Identifier: GPL-3.0-or-later
// What the entry of its operator says of a node.
#include "core/base/say.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operator.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

bool holdsRandom(const ir::Graph& graph) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) { return isRandom(graph.node(id), &graph); });
}

// True unless ratio (input 1) or training_mode (input 2) is known to be zero, or there is no training_mode.
bool mayDrop(const ir::Node& node, const ir::Graph* graph) {
    const auto isZero = [&](std::size_t index) {
        const ValueId input = node.hasInput(index) ? node.input(index) : ValueId();
        const ir::Tensor* known =
            input.valid() && graph && graph->contains(input) ? graph->value(input).known() : nullptr;
        return known && known->elements() == 1 && ir::elementAsDouble(*known, 0) == 0;
    };
    return node.hasInput(2) && !isZero(1) && !isZero(2);
}

} // namespace

std::string operatorName(const ir::Node& node) {
    return node.domain.empty() ? node.op : node.domain + "." + node.op;
}

bool isDefined(const ir::Node& node, std::int64_t opset) {
    const Operator* known = find(node.domain, node.op);
    return known && !known->isUnofficial && opset >= known->since;
}

std::string obstacleOf(const ir::Node& node) {
    const auto within = [](const ir::Graph& graph) {
        for (const NodeId id : graph.order())
            if (std::string found = obstacleOf(graph.node(id)); !found.empty()) return found;
        return std::string();
    };
    if (node.body) return within(*node.body);
    const Operator* known = find(node.domain, node.op);
    if (!known)
        return say("operator '{1}' of domain '{2}' is not known", node.op,
                   node.domain.empty() ? "ai.onnx" : node.domain);
    if (!known->run) return say("this operator can be shown but not run");
    std::string first;
    bool free = false; // some subgraph has no obstacle
    ir::forEachSubgraph(node, [&](const ir::Subgraph& each) {
        const std::string found = within(*each);
        free = free || found.empty();
        if (first.empty()) first = found;
    });
    return free ? std::string() : first;
}

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
    if (op && op->randomness == Randomness::InTraining && mayDrop(node, graph)) return true;
    bool inside = false;
    ir::forEachSubgraph(node, [&](const ir::Subgraph& each) { inside = inside || holdsRandom(*each); });
    return inside;
}

bool isView(const ir::Node& node) {
    const Operator* op = node.body ? nullptr : find(node.domain, node.op);
    return op && op->isView && node.hasInput(0) && !isRandom(node);
}

} // namespace edgewright::ops
