// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/integer_product/scaled_product.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::mat_mul_integer_to_float {

namespace {

// a, b, a_scale, b_scale, a_zero_point, b_zero_point, bias (float).
Result<void> infer(InferContext& context) { return inferScaledProduct(context, 1); }

Result<void> run(KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 1);
    if (!b) return b.error();
    const auto scale = scalesOf(context, 2, 1);
    if (!scale) return scale.error();
    auto zeros = matrixZeros(context, **a, 4, **b, 5);
    if (!zeros) return std::move(zeros).error();
    IntegerProduct product;
    product.a = *a;
    product.b = *b;
    product.bIndex = 1;
    product.aZeros = std::move(zeros->a);
    product.bZeros = std::move(zeros->b);
    return runScaledProduct(context, product, scale->front(), 3, 6);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "MatMulIntegerToFloat",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .run = run,
};

} // namespace edgewright::ops::mat_mul_integer_to_float
