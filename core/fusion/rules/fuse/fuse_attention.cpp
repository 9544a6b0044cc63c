// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>

namespace edgewright::fusion::fuse_attention {

namespace {

constexpr int MaxPathNodes = 16; // operators between a matrix product and the softmax

bool isProduct(const ir::Node& node) { return node.is("MatMul") || node.op == "FusedMatMul"; }
// Both operands are made at run time: a product with weights is a projection.
bool isBetweenTensors(const GraphView& view, const ir::Node& product) {
    return !knownTensor(view, product.input(0)) && !knownTensor(view, product.input(1));
}
// The operator itself; those of ONNX Runtime that project their input are matrix products as well.
bool isAttention(const ir::Node& node) {
    return node.is("Attention") || (node.domain == "com.microsoft" && node.op == "MultiHeadAttention");
}
bool movesAtMost(const ir::Node& node) { return patternOf(node) <= ops::Pattern::Injective; }
bool holds(const std::vector<NodeId>& nodes, NodeId id) { return std::ranges::find(nodes, id) != nodes.end(); }

// From a value that `reader` alone reads back to the product of queries and keys, through scale and mask.
bool findScores(const GraphView& view, ValueId value, NodeId reader, int depth, std::vector<NodeId>& path) {
    const ir::Node* producer = value.valid() ? view.producer(value) : nullptr;
    if (!producer || depth == 0 || !isPrivate(view, value, reader)) return false;
    if (!isProduct(*producer)) {
        if (!movesAtMost(*producer) || producer->outputs.size() != 1) return false;
        const bool found = std::ranges::any_of(producer->inputs, [&](ValueId input) {
            return findScores(view, input, producer->id, depth - 1, path);
        });
        if (!found) return false;
    }
    path.push_back(producer->id);
    return true;
}

// From the softmax on to the product with the values; empty when the weights go elsewhere, too.
Region throughValues(const GraphView& view, NodeId softmax) {
    Region region;
    region.members = {softmax};
    for (int steps = 0; steps < MaxPathNodes; ++steps) {
        const NodeId end = region.members.back();
        Region next = growRegion(view, end, [&](const ir::Node& reader, const auto&, bool last) {
            if (!last || !isProduct(reader)) return movesAtMost(reader);
            const ir::Node* left = view.producer(reader.input(0));
            return left && (left->id == end || movesAtMost(*left)) && reader.input(0) != reader.input(1);
        });
        if (!next.grown()) {
            next.members.clear();
            return next;
        }
        region.members.insert(region.members.end(), next.members.begin() + 1, next.members.end());
        if (isProduct(view.graph.node(region.members.back()))) return region;
    }
    region.members.clear();
    return region;
}

// Why the weights do not lead to a product with the values.
Match whyNotWeighed(const GraphView& view, std::vector<NodeId> nodes, const Region& weights) {
    const std::string name = described(view, weights.tensor);
    Match otherwise = NoMatch{};
    for (const NodeId id : view.connections.consumers(weights.tensor)) {
        const ir::Node& reader = view.graph.node(id);
        if (!isProduct(reader)) continue;
        std::vector<NodeId> all = nodes;
        all.push_back(id);
        if (reader.input(0) == weights.tensor && reader.input(1) != weights.tensor) {
            auto shared = whyNotPrivate(view, weights.tensor, id);
            return Refused{std::move(all), {weights.tensor}, shared ? *shared : weights.obstacle};
        }
        const bool twice = reader.input(0) == weights.tensor;
        otherwise = Refused{std::move(all),
                            {weights.tensor},
                            twice ? say("{1} is both operands of {2}, and attention has the weights on the "
                                        "left and the values on the right",
                                        name, reader.label())
                                  : say("{1} is the right operand of {2}, and attention has the weights on the "
                                        "left and the values on the right",
                                        name, reader.label())};
    }
    return otherwise;
}

void absorbOutput(const GraphView& view, NodeId product, std::vector<NodeId>& members) {
    const Region region = growChain(view, product, [](const ir::Node& reader, const auto&, bool) {
        return patternOf(reader) == ops::Pattern::Injective;
    });
    for (const NodeId id : region.members)
        if (!holds(members, id) && members.size() < MaxMembers) members.push_back(id);
}

//   Split -> Attention -> Reshape      =>      one block
//
// The operator computes what it reads as it reads it, and writes where the movement behind it would.
Match aroundOperator(const GraphView& view, const ir::Node& attention) {
    std::vector<NodeId> members{attention.id};
    absorbInputs(view, members);
    absorbOutput(view, attention.id, members);
    if (members.size() == 1) return NoMatch{};
    const std::vector<NodeId> others(members.begin() + 1, members.end());
    const std::string names = listed(view.graph, others);
    return Applied{groupPatch(view, inOrder(view, members), "Attention"), std::move(members),
                   others.size() == 1
                       ? say("{1} reads and writes where {2} moves elements", attention.label(), names)
                       : say("{1} reads and writes where {2} move elements", attention.label(), names)};
}

//   Q  K
//   MatMul -> Div(scale) -> Add(mask) -> Softmax -> MatMul(V)     =>     one block
//
// One block need not write the scores as a whole; splitting into heads and joining them is a matter of where
// elements are read and written.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& softmax = view.graph.node(id);
    if (isAttention(softmax)) return aroundOperator(view, softmax);
    if (!softmax.is("Softmax")) return NoMatch{};
    std::vector<NodeId> members;
    if (!findScores(view, softmax.input(0), id, MaxPathNodes, members)) return NoMatch{};
    const NodeId scores = members.front();
    if (!isBetweenTensors(view, view.graph.node(scores))) return NoMatch{};
    const auto rank = typeOf(view, softmax.input(0)).rank();
    const std::int64_t axis = softmax.intOr("axis", view.opset() < 13 ? 1 : -1);
    if (axis != -1 && (!rank || axis + 1 != static_cast<std::int64_t>(*rank)))
        return Refused{{id, scores},
                       {softmax.input(0)},
                       say("{1} works along axis {2}, and attention along the last one, that of the keys",
                           softmax.label(), axis)};
    const Region after = throughValues(view, id);
    if (after.members.empty()) {
        if (after.obstacle.empty()) return NoMatch{};
        return whyNotWeighed(view, {id, scores}, after);
    }
    const NodeId product = after.members.back();
    if (!isBetweenTensors(view, view.graph.node(product))) return NoMatch{};
    members.insert(members.end(), after.members.begin(), after.members.end());
    std::vector<NodeId> nodes{id, scores, product};
    if (auto reason = whyNotConvex(view, inOrder(view, members)))
        return Refused{std::move(nodes), {softmax.output(0)}, std::move(*reason)};
    const std::vector<NodeId> core = members;
    absorbInputs(view, members);
    absorbOutput(view, product, members);
    members = inOrder(view, members);
    if (whyNotConvex(view, members)) members = inOrder(view, core);
    nodes.clear();
    nodes.push_back(id);
    for (const NodeId member : members)
        if (member != id) nodes.push_back(member);
    return Applied{groupPatch(view, members, "Attention"), std::move(nodes),
                   say("{1} weighs the values in {2} as fast as {3} scores them", softmax.label(),
                       view.graph.node(product).label(), view.graph.node(scores).label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Scores, softmax and weighted sum of attention into one block"),
    .match = match,
    .before = "MatMul -> Mul -> Add -> Softmax -> MatMul",
    .after = "[MatMul, Mul, Add, Softmax, MatMul]",
    .groups = true,
    .roots = {"Softmax", "Attention", "MultiHeadAttention"},
};

} // namespace edgewright::fusion::fuse_attention
