// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion::fold_transpose {

namespace {

bool isMatrix(const GraphView& view, ValueId value) {
    return typeOf(view, value).rank() == std::optional<std::size_t>(2);
}

bool isProduct(const GraphView& view, const ir::Node& node) {
    if (node.is("Gemm")) return true;
    return node.is("MatMul") && isMatrix(view, node.input(0)) && isMatrix(view, node.input(1));
}

// Gemm without a third operand exists from opset 11 on; its types are those of floating-point and 32 and 64
// bits.
bool canBeGemm(const GraphView& view, const ir::Node& node) {
    const ir::DataType type = typeOf(view, node.output(0)).dtype;
    return node.is("Gemm") || (view.opset() >= 11 && ir::isFloating(type));
}

// 0: a later opset would not help.
std::int64_t opsetForGemm(const GraphView& view, const ir::Node& node) {
    return ir::isFloating(typeOf(view, node.output(0)).dtype) ? 11 : 0;
}

std::string whyNoGemm(const GraphView& view, const ir::Node& node) {
    return say(
        "a Gemm without a third operand needs opset 11 and floating-point, {1} works on {2} in opset {3}",
        node.label(), ir::dataTypeName(typeOf(view, node.output(0)).dtype), view.opset());
}

bool turnsMatrix(const GraphView& view, const ir::Node* node) {
    return node && node->is("Transpose") && isMatrix(view, node->input(0)) &&
           permutationOf(view, *node) == Permutation{1, 0};
}

//   MatMul(Transpose(a), b)        =>      Gemm(a, b, transA = 1)
//   Transpose(Gemm(a, b))          =>      Gemm(b, a, transA = 1, transB = 1)
Match matchInputs(const GraphView& view, const ir::Node& node) {
    std::array<const ir::Node*, 2> turned{};
    for (std::size_t i = 0; i < 2; ++i)
        if (const ir::Node* producer = view.producer(node.input(i)); turnsMatrix(view, producer))
            turned[i] = producer;
    if (!turned[0] && !turned[1]) return NoMatch{};
    const ir::Node* any = turned[0] ? turned[0] : turned[1];
    if (!canBeGemm(view, node))
        return Refused{{node.id, any->id}, {}, whyNoGemm(view, node), opsetForGemm(view, node)};
    ir::PatchBuilder patch(view.graph);
    ir::Node gemm = node;
    gemm.op = "Gemm";
    gemm.origins.clear();
    std::vector<NodeId> nodes{node.id};
    std::optional<Refused> refused;
    for (std::size_t i = 0; i < 2; ++i) {
        if (!turned[i]) continue;
        // As long as something else needs the transposed matrix, reading the other one saves nothing.
        const ValueId output = turned[i]->output(0);
        std::vector<NodeId> others;
        for (const NodeId reader : view.connections.consumers(output))
            if (!isProduct(view, view.graph.node(reader)) || !canBeGemm(view, view.graph.node(reader)))
                others.push_back(reader);
        if (view.graph.isOutput(output) || !others.empty()) {
            refused =
                Refused{{node.id, turned[i]->id},
                        {output},
                        view.graph.isOutput(output) ? say("{1} is a graph output", described(view, output))
                                                    : say("{1} is also read by {2}", described(view, output),
                                                          listed(view.graph, others))};
            continue;
        }
        gemm.inputs[i] = turned[i]->input(0);
        const char* attribute = i == 0 ? "transA" : "transB";
        gemm.set(attribute, std::int64_t(node.is("Gemm") && node.intOr(attribute, 0) != 0 ? 0 : 1));
        nodes.push_back(turned[i]->id);
        if (isPrivate(view, output, node.id) && (i == 0 || turned[0] != turned[1] || nodes.size() == 2))
            patch.remove(turned[i]->id);
    }
    if (nodes.size() == 1) return refused ? Match(*std::move(refused)) : NoMatch{};
    patch.remove(node.id);
    patch.add(std::move(gemm));
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    std::vector<NodeId> transposes(nodes.begin() + 1, nodes.end());
    return Applied{patch.take(), nodes,
                   say("{1} reads its matrix transposed by itself, without {2}", node.label(),
                       listed(view.graph, transposes))};
}

Match matchOutput(const GraphView& view, const ir::Node& transpose) {
    const ir::Node* product = view.producer(transpose.input(0));
    if (!product || !isProduct(view, *product) || !turnsMatrix(view, &transpose)) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor, std::int64_t neededOpset = 0) {
        return Refused{{transpose.id, product->id}, {tensor}, std::move(reason), neededOpset};
    };
    if (auto reason = whyNotPrivate(view, transpose.input(0), transpose.id))
        return refuse(std::move(*reason), transpose.input(0));
    if (!canBeGemm(view, *product) || view.opset() < 11)
        return refuse(whyNoGemm(view, *product), transpose.input(0), opsetForGemm(view, *product));
    if (product->hasInput(2))
        return refuse(say("the third operand of {1} would have to be transposed, too", product->label()),
                      product->input(2));
    ir::Node gemm = *product;
    gemm.op = "Gemm";
    gemm.origins.clear();
    gemm.inputs = {product->input(1), product->input(0)};
    gemm.outputs = {transpose.output(0)};
    const bool wasGemm = product->is("Gemm");
    gemm.set("transA", std::int64_t(wasGemm && product->intOr("transB", 0) != 0 ? 0 : 1));
    gemm.set("transB", std::int64_t(wasGemm && product->intOr("transA", 0) != 0 ? 0 : 1));
    ir::PatchBuilder patch(view.graph);
    patch.remove(product->id);
    patch.remove(transpose.id);
    patch.add(std::move(gemm));
    return Applied{
        patch.take(),
        {transpose.id, product->id},
        say("the transposed product of {1} is the product of the transposed matrices, in the other order",
            product->label())};
}

Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (node.is("Transpose")) return matchOutput(view, node);
    if ((node.is("MatMul") || node.is("Gemm")) && isProduct(view, node)) return matchInputs(view, node);
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Transposes of matrices into the matrix product beside them"),
    .match = match,
    .before = "Transpose -> MatMul",
    .after = "Gemm(transA)",
    .roots = {"Transpose", "MatMul", "Gemm"},
};

} // namespace edgewright::fusion::fold_transpose
