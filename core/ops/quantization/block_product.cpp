// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/block_product.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

Result<BlockExtents> blockExtentsOf(const ir::Node& node) {
    const BlockExtents e{node.intOr("N", 0), node.intOr("K", 0), node.intOr("block_size", 0)};
    for (const auto& [name, value] :
         {std::pair("N", e.n), std::pair("K", e.k), std::pair("block_size", e.block)})
        if (value < 1 || value > INT32_MAX)
            return badInput(say("{1} is {2} where a number from 1 to 2147483647 is expected", name, value));
    return e;
}

Result<void> checkRows(const ir::TensorType& a, const BlockExtents& e) {
    if (!a.shape) return {};
    if (a.shape->empty() || (a.shape->back().known() && a.shape->back() != ir::Dim(e.k)))
        return badInput(say("A is {1} where rows of K = {2} are expected", a.text(), e.k));
    return {};
}

Result<void> inferBlockProduct(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto e, blockExtentsOf(context.node()));
    RETURN_IF_ERROR(checkRows(*a, e));
    ir::TensorType out = *a;
    if (out.shape) out.shape->back() = ir::Dim(e.n);
    context.setOutput(0, std::move(out));
    return {};
}

Result<MatrixProducts> blockProducts(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto a, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto e, blockExtentsOf(node));
    RETURN_IF_ERROR(checkRows(inputs[0], e));
    const auto rows = checkedProduct(std::span(a).first(a.size() - 1));
    if (!rows) return badInput(say("the operands are too large"));
    return MatrixProducts{{.m = *rows, .n = e.n, .k = e.k}};
}

} // namespace edgewright::ops
