// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"

namespace edgewright::fusion::fuse_matmul_add {

namespace {

// Gemm repeats its third operand along rows and columns of the product, never the other way round.
bool spreadsOver(const ir::TensorType& type, const ir::TensorType& product) {
    if (!type.rank() || *type.rank() > 2 || product.rank() != std::optional<std::size_t>(2)) return false;
    const std::size_t skipped = 2 - *type.rank();
    for (std::size_t i = 0; i < *type.rank(); ++i) {
        const ir::Dim& own = (*type.shape)[i];
        const ir::Dim& wanted = (*product.shape)[i + skipped];
        const bool same = own == wanted && (own.known() || !own.symbol().empty());
        if (!same && own != ir::Dim(1)) return false;
    }
    return true;
}

// [N], [1,N] or one value, against the N columns of a product of any rank.
bool isRow(const ir::TensorType& type, const ir::Dim& columns) {
    const auto rank = type.rank();
    if (!rank || *rank > 2) return false;
    const ir::Dim one(1);
    if (*rank == 2 && (*type.shape)[0] != one) return false;
    return *rank == 0 || type.shape->back() == columns || type.shape->back() == one;
}

//   A [M,K], B [K,N] -> MatMul -> Add(c)        =>      Gemm(A, B, c)          c: [N], [M,1], [M,N], ...
//   A, B -> Gemm(A, B) -> Add(c)                =>      Gemm(A, B, c)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& add = view.graph.node(id);
    if ((!add.is("Add") && !add.is("Sum")) || add.inputs.size() != 2 || view.opset() < (add.is("Add") ? 7 : 8))
        return NoMatch{};
    const auto productBehind = [&](std::size_t input) -> const ir::Node* {
        const ir::Node* producer = view.producer(add.input(input));
        if (!producer || (!producer->is("MatMul") && !producer->is("Gemm"))) return nullptr;
        return producer->is("Gemm") && producer->hasInput(2) ? nullptr : producer;
    };
    const std::size_t y = productBehind(0) ? 0 : 1;
    const ir::Node* product = productBehind(y);
    if (!product) return NoMatch{};
    const ValueId bias = add.input(1 - y);
    const ir::TensorType& type = typeOf(view, product->output(0));
    if (!type.rank() || *type.rank() == 0 || !ir::isFloating(type.dtype)) return NoMatch{};
    if (!spreadsOver(typeOf(view, bias), type) && !isRow(typeOf(view, bias), type.shape->back()))
        return NoMatch{}; // a residual of a stack of matrices
    // The sum of two products, as in recurrent cells, has no bias: fuse_residual_add makes a group of it, which
    // gives way where memory asks for it. As an operand of a Gemm the other product had to stay while this one
    // is written.
    if (const ir::Node* addend = view.producer(bias); addend && (addend->is("MatMul") || addend->is("Gemm")))
        return NoMatch{};
    const auto refuse = [&](std::string reason, std::vector<ValueId> tensors) {
        return Refused{{id, product->id}, std::move(tensors), std::move(reason)};
    };

    if (auto reason = whyNotConvex(view, {product->id, id}))
        return refuse(std::move(*reason), {product->output(0)});
    if (auto reason = whyNotPrivate(view, product->output(0), id))
        return refuse(std::move(*reason), {product->output(0)});
    for (std::size_t i = 0; i < 2; ++i)
        if (const auto rank = typeOf(view, product->input(i)).rank(); rank != std::optional<std::size_t>(2))
            return refuse(
                rank ? say("an input of {1} has rank {2}, and Gemm takes matrices", product->label(), *rank)
                     : say("an input of {1} has rank unknown, and Gemm takes matrices", product->label()),
                {product->input(i)});
    ir::Node gemm = *product;
    gemm.op = "Gemm";
    gemm.origins.clear();
    gemm.inputs = {product->input(0), product->input(1), bias};
    gemm.outputs = {add.output(0)};
    if (gemm.find("beta")) gemm.set("beta", 1.0F);
    ir::PatchBuilder patch(view.graph);
    patch.remove(product->id);
    patch.remove(id);
    patch.add(std::move(gemm));
    return Applied{patch.take(),
                   {id, product->id},
                   product->is("Gemm")
                       ? say("{1} is the bias of {2}", add.label(), product->label())
                       : say("{1} is the bias of {2}, now a Gemm", add.label(), product->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Matrix product and bias into Gemm"),
    .match = match,
    .before = "MatMul -> Add(c)",
    .after = "Gemm",
    .roots = {"Add", "Sum"},
};

} // namespace edgewright::fusion::fuse_matmul_add
