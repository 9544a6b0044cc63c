// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::q_linear_mat_mul {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point.
Result<void> infer(InferContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    auto type = inferProduct(**a, **b);
    if (!type) return std::move(type).error();
    const ir::TensorType* zero = context.input(7);
    type->dtype = zero ? zero->dtype : (*a)->dtype;
    context.setOutput(0, *std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    const auto yZero = operand(context, 7);
    if (!yZero) return yZero.error();
    const auto aScale = scalesOf(context, 1, 1);
    if (!aScale) return unsupported("a scale per row of the left matrix is not supported");
    auto zeros = matrixZeros(context, **a, 2, **b, 5);
    if (!zeros) return std::move(zeros).error();
    const auto out = codingOf(context, 6, 7);
    if (!out) return out.error();
    const auto bScales = scalesOf(context, 4, columnsOf(**b));
    if (!bScales) return bScales.error();
    IntegerProduct product;
    product.a = *a;
    product.b = *b;
    product.bIndex = 3;
    product.aZeros = std::move(zeros->a);
    product.bZeros = std::move(zeros->b);
    Requantization codes;
    for (const float scale : *bScales)
        codes.multipliers.push_back(aScale->front() * scale / out->scale);
    codes.type = (*yZero)->dtype();
    codes.zero = out->zero;
    return multiplyCodes(context, product, std::move(codes));
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "QLinearMatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 3>,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::q_linear_mat_mul
