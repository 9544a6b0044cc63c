// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>

namespace edgewright::fusion::fuse_siblings {

namespace {

using Ints = std::vector<std::int64_t>;

bool isProduct(const ir::Node& node) { return node.is("Conv") || node.is("MatMul") || node.is("Gemm"); }

// A product of one tensor with constant weights, alone or with its epilogue.
struct Product {
    const ir::Node* op = nullptr;
    ValueId x;       // of the graph
    ir::Dims kernel; // of a convolution: extents behind the channels
};

std::optional<Product> productOf(const GraphView& view, const ir::Node& node) {
    if (node.outputs.size() != 1) return std::nullopt;
    const ir::Node* op = isProduct(node) ? &node : nullptr;
    const auto outside = [&](ValueId id) -> ValueId {
        if (!node.body) return id;
        const auto input = std::ranges::find(node.body->inputs, id);
        return input == node.body->inputs.end()
                   ? ValueId()
                   : node.input(static_cast<std::size_t>(input - node.body->inputs.begin()));
    };
    if (node.domain == ir::FusedDomain && node.body)
        for (const NodeId id : node.body->order()) {
            const ir::Node& member = node.body->node(id);
            if (isElementWise(member)) continue;
            if (op || !isProduct(member)) return std::nullopt;
            op = &member;
        }
    if (!op) return std::nullopt;
    Product product{op, outside(op->input(0)), {}};
    const ValueId weights = outside(op->input(1));
    const ir::Tensor* known = weights.valid() ? knownTensor(view, weights) : nullptr;
    if (!product.x.valid() || !known || knownTensor(view, product.x)) return std::nullopt;
    if (op->is("Conv")) {
        if (op->intOr("group", 1) != 1 || known->dims().size() < 3) return std::nullopt;
        product.kernel.assign(known->dims().begin() + 2, known->dims().end());
    }
    return product;
}

Ints orDefault(const ir::Node& node, const char* name, std::size_t count, std::int64_t fallback) {
    Ints values = node.ints(name);
    if (values.empty()) values.assign(count, fallback);
    return values;
}

// One product with the weights of both behind each other would give both results.
bool canRunTogether(const Product& a, const Product& b) {
    if (a.x != b.x || a.op->op != b.op->op || a.kernel != b.kernel) return false;
    const std::size_t axes = a.kernel.size();
    if (a.op->is("Conv"))
        return a.op->stringOr("auto_pad", "NOTSET") == b.op->stringOr("auto_pad", "NOTSET") &&
               orDefault(*a.op, "strides", axes, 1) == orDefault(*b.op, "strides", axes, 1) &&
               orDefault(*a.op, "dilations", axes, 1) == orDefault(*b.op, "dilations", axes, 1) &&
               orDefault(*a.op, "pads", 2 * axes, 0) == orDefault(*b.op, "pads", 2 * axes, 0);
    if (a.op->is("Gemm"))
        return a.op->intOr("transA", 0) == b.op->intOr("transA", 0) &&
               a.op->floatOr("alpha", 1) == b.op->floatOr("alpha", 1);
    return true;
}

//        x                                   x
//      /   \                                 |
//   Conv   Conv               =>        [Conv | Conv]        the same window over x, which is read once
//     |      |                             |     |
//
// The weights stay apart, so that nothing has to be split behind them.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& first = view.graph.node(id);
    const auto product = productOf(view, first);
    if (!product) return NoMatch{};
    std::vector<NodeId> members{id};
    std::size_t count = memberCount(first);
    Match refused = NoMatch{};
    for (const NodeId reader : view.connections.consumers(product->x)) {
        const ir::Node& other = view.graph.node(reader);
        const auto theirs = reader != id ? productOf(view, other) : std::nullopt;
        if (!theirs || !canRunTogether(*product, *theirs)) continue;
        if (view.connections.rank(reader) < view.connections.rank(id)) return NoMatch{}; // told there
        count += memberCount(other);
        if (count > MaxMembers) break;
        members.push_back(reader);
        if (auto reason = whyNotConvex(view, members)) {
            members.pop_back();
            count -= memberCount(other);
            refused = Refused{{id, reader}, {other.output(0)}, std::move(*reason)};
        }
    }
    if (members.size() < 2) return refused;
    const std::vector<NodeId> others(members.begin() + 1, members.end());
    return Applied{groupPatch(view, members), members,
                   say("{1} and {2} read {3} with the same window: once for all", first.label(),
                       listed(view.graph, others), described(view, product->x))};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Convolutions and matrix products of the same tensor, side by side"),
    .match = match,
    .before = "Conv(x), Conv(x)",
    .after = "[Conv(x), Conv(x)]",
    .groups = true,
};

} // namespace edgewright::fusion::fuse_siblings
