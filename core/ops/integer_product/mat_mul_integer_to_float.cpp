// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/integer_product/scaled_product.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::mat_mul_integer_to_float {

namespace {

// a, b, a_scale, b_scale, a_zero_point, b_zero_point, bias (float).
Result<void> infer(InferContext& context) { return inferScaledProduct(context, 1); }

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(const auto scale, scalesOf(context, 2, 1));
    ASSIGN_OR_RETURN(auto zeros, matrixZeros(context, *a, 4, *b, 5));
    IntegerProduct product;
    product.a = a;
    product.b = b;
    product.bIndex = 1;
    product.aZeros = std::move(zeros.a);
    product.bZeros = std::move(zeros.b);
    return runScaledProduct(context, product, scale.front(), 3, 6);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "MatMulIntegerToFloat",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .run = run,
};

} // namespace edgewright::ops::mat_mul_integer_to_float
