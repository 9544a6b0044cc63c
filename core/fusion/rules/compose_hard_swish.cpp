// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/clip.h"
#include "core/fusion/matching.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion {

namespace {

bool near(std::optional<double> value, double wanted) {
    return value && std::abs(*value - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
}

// A value that is a multiple of relu6(x + 3), and the nodes between x and it.
struct Gate {
    ValueId x;
    bool divided = false; // by 6
    std::vector<NodeId> nodes;
};

// The operand of `node` that is not the constant `wanted`; invalid when neither is.
ValueId besideConstant(const GraphView& view, const ir::Node& node, double wanted, bool eitherSide) {
    if (near(knownScalar(view, node.input(1)), wanted)) return node.input(0);
    if (eitherSide && near(knownScalar(view, node.input(0)), wanted)) return node.input(1);
    return {};
}

std::optional<Gate> gateAt(const GraphView& view, ValueId value) {
    const ir::Node* node = view.producer(value);
    if (!node) return std::nullopt;
    if (node->is("HardSigmoid")) {
        const bool fits = near(double(node->floatOr("alpha", 0.2F)), 1.0 / 6) &&
                          near(double(node->floatOr("beta", 0.5F)), 0.5);
        return fits ? std::optional(Gate{node->input(0), true, {node->id}}) : std::nullopt;
    }
    if (node->is("Clip")) {
        const auto bounds = boundsOf(view, *node);
        const ir::Node* add = view.producer(node->input(0));
        if (!bounds || bounds->low != 0 || bounds->high != 6 || !add || !add->is("Add")) return std::nullopt;
        const ValueId x = besideConstant(view, *add, 3, true);
        return x.valid() ? std::optional(Gate{x, false, {add->id, node->id}}) : std::nullopt;
    }
    ValueId inner;
    if (node->is("Div")) inner = besideConstant(view, *node, 6, false);
    if (node->is("Mul")) inner = besideConstant(view, *node, 1.0 / 6, true);
    if (!inner.valid()) return std::nullopt;
    const ir::Node* clip = view.producer(inner);
    if (!clip || !clip->is("Clip")) return std::nullopt;
    auto gate = gateAt(view, inner);
    if (!gate) return std::nullopt;
    gate->divided = true;
    gate->nodes.push_back(node->id);
    return gate;
}

// x * gate(x), in either order of operands.
std::optional<Gate> gatedProduct(const GraphView& view, const ir::Node& node) {
    if (!node.is("Mul") || node.inputs.size() != 2) return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i)
        if (auto gate = gateAt(view, node.input(i)); gate && gate->x == node.input(1 - i)) {
            gate->nodes.push_back(node.id);
            return gate;
        }
    return std::nullopt;
}

//   x -> HardSigmoid(1/6, 1/2) -> Mul(x)                  =>      x -> HardSwish
//   x -> Add(3) -> Clip(0, 6) -> Mul(x) -> Div(6)         =>      x -> HardSwish       (the division may come
//   earlier)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& last = view.graph.node(id);
    auto gate = gatedProduct(view, last);
    if (gate && !gate->divided) return NoMatch{}; // the division that follows is where this matches
    if (!gate && (last.is("Div") || last.is("Mul"))) {
        const ValueId inner =
            last.is("Div") ? besideConstant(view, last, 6, false) : besideConstant(view, last, 1.0 / 6, true);
        const ir::Node* product = inner.valid() ? view.producer(inner) : nullptr;
        if (product) gate = gatedProduct(view, *product);
        if (!gate || gate->divided) return NoMatch{};
        gate->nodes.push_back(id);
    }
    if (!gate) return NoMatch{};

    std::vector<NodeId> nodes{id};
    for (const NodeId each : gate->nodes)
        if (each != id) nodes.push_back(each);
    if (view.opset() < 14)
        return Refused{nodes,
                       {},
                       listed(view.graph, nodes) + " compute HardSwish, which needs opset 14; the model has " +
                           std::to_string(view.opset())};
    // All constants are single values: they can add axes, nothing else.
    const auto rank = typeOf(view, gate->x).rank();
    if (!rank || rank != typeOf(view, last.output(0)).rank())
        return Refused{
            nodes, {gate->x}, "the rank of " + described(view, gate->x) + " is not known to be kept"};
    for (std::size_t i = 0; i + 1 < gate->nodes.size(); ++i) {
        const ValueId output = view.graph.node(gate->nodes[i]).output(0);
        if (auto reason = whyNotPrivate(view, output, gate->nodes[i + 1]))
            return Refused{nodes, {output}, std::move(*reason)};
    }
    ir::Node merged = last;
    merged.op = "HardSwish";
    merged.attributes.clear();
    merged.origins.clear();
    merged.inputs = {gate->x};
    ir::PatchBuilder patch(view.graph);
    for (const NodeId each : gate->nodes)
        patch.remove(each);
    patch.add(std::move(merged));
    return Applied{patch.take(), nodes, listed(view.graph, nodes) + " spell out HardSwish"};
}

} // namespace

extern const Rule compose_hard_swish;
const Rule compose_hard_swish{"compose_hard_swish", "x * clip(x + 3, 0, 6) / 6 into HardSwish", match,
                              "x * HardSigmoid(x)", "HardSwish"};

} // namespace edgewright::fusion
