// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/group.h"
#include "core/fusion/matching.h"

namespace edgewright::fusion {

namespace {

// [N], [1,N] or one value, against the N columns of the product.
bool isRow(const ir::TensorType& type, const ir::Dim& columns) {
    const auto rank = type.rank();
    if (!rank || *rank > 2) return false;
    const ir::Dim one(1);
    if (*rank == 2 && (*type.shape)[0] != one) return false;
    return *rank == 0 || type.shape->back() == columns || type.shape->back() == one;
}

//   A [M,K], B [K,N] -> MatMul -> Add(c)        =>      Gemm(A, B, c)          c: a bias vector
Match match(const GraphView& view, NodeId id) {
    const ir::Node& add = view.graph.node(id);
    if (!add.is("Add") || add.inputs.size() != 2) return NoMatch{};
    const auto productBehind = [&](std::size_t input) -> const ir::Node* {
        const ir::Node* producer = view.producer(add.input(input));
        return producer && producer->is("MatMul") ? producer : nullptr;
    };
    const std::size_t y = productBehind(0) ? 0 : 1;
    const ir::Node* product = productBehind(y);
    if (!product || view.opset() < 7) return NoMatch{};
    const ValueId bias = add.input(1 - y);
    const ir::TensorType& type = typeOf(view, product->output(0));
    if (!type.rank() || *type.rank() == 0 || !ir::isFloating(type.dtype)) return NoMatch{};
    if (!isRow(typeOf(view, bias), type.shape->back())) return NoMatch{}; // not a bias: a residual
    const auto refuse = [&](std::string reason, std::vector<ValueId> tensors) {
        return Refused{{id, product->id}, std::move(tensors), std::move(reason)};
    };

    if (auto reason = whyNotConvex(view, {product->id, id}))
        return refuse(std::move(*reason), {product->output(0)});
    if (auto reason = whyNotPrivate(view, product->output(0), id))
        return refuse(std::move(*reason), {product->output(0)});
    for (std::size_t i = 0; i < 2; ++i)
        if (const auto rank = typeOf(view, product->input(i)).rank(); rank != std::optional<std::size_t>(2))
            return refuse("an input of " + product->label() + " has rank " +
                              (rank ? std::to_string(*rank) : "unknown") + ", and Gemm takes matrices",
                          {product->input(i)});
    ir::Node gemm = *product;
    gemm.op = "Gemm";
    gemm.origins.clear();
    gemm.inputs = {product->input(0), product->input(1), bias};
    gemm.outputs = {add.output(0)};
    ir::PatchBuilder patch(view.graph);
    patch.remove(product->id);
    patch.remove(id);
    patch.add(std::move(gemm));
    return Applied{
        patch.take(), {id, product->id}, add.label() + " is the bias of " + product->label() + ", now a Gemm"};
}

} // namespace

extern const Rule fuse_matmul_add;
const Rule fuse_matmul_add{"fuse_matmul_add", "Matrix product and bias into Gemm", match, "MatMul -> Add(c)",
                           "Gemm"};

} // namespace edgewright::fusion
