// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/codes.h"
#include "core/ops/integer_product.h"
#include "core/ops/matrix_zeros.h"
#include "core/ops/operands.h"
#include "core/ops/requantize.h"

namespace edgewright::ops {

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
    const auto zeros = matrixZeros(context, **a, 2, **b, 5);
    if (!zeros) return zeros.error();
    const auto out = codingOf(context, 6, 7);
    if (!out) return out.error();
    const auto product = multiplyCodes(context, **a, **b, zeros->a, zeros->b);
    if (!product) return product.error();
    const auto bScales = scalesOf(context, 4, product->columns);
    if (!bScales) return bScales.error();
    std::vector<float> multipliers;
    for (const float scale : *bScales)
        multipliers.push_back(aScale->front() * scale / out->scale);
    return requantize(context, product->sums, product->dims, multipliers, 1, (*yZero)->dtype(), out->zero);
}

} // namespace

extern const Operator q_linear_mat_mul;
const Operator q_linear_mat_mul{
    .domain = "",
    .name = "QLinearMatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .macs = productMacs,
    .run = run,
};

} // namespace edgewright::ops
