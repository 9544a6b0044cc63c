// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::mat_mul_integer {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(auto type, inferProduct(*a, *b));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(auto zeros, matrixZeros(context, *a, 2, *b, 3));
    IntegerProduct product;
    product.a = a;
    product.b = b;
    product.bIndex = 1;
    product.aZeros = std::move(zeros.a);
    product.bZeros = std::move(zeros.b);
    return multiplyCodes(context, product, std::nullopt);
}

} // namespace

extern const Operator entry{
    .name = "MatMulInteger",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::mat_mul_integer
