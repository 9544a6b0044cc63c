// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::q_linear_mat_mul {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    ASSIGN_OR_RETURN(auto type, inferProduct(*a, *b));
    const ir::TensorType* zero = context.input(7);
    type.dtype = zero ? zero->dtype : a->dtype;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    ASSIGN_OR_RETURN(const auto yZero, operand(context, 7));
    const auto aScale = scalesOf(context, 1, 1);
    if (!aScale) return unsupported("a scale per row of the left matrix is not supported");
    ASSIGN_OR_RETURN(auto zeros, matrixZeros(context, *a, 2, *b, 5));
    ASSIGN_OR_RETURN(const auto out, codingOf(context, 6, 7));
    ASSIGN_OR_RETURN(const auto bScales, scalesOf(context, 4, columnsOf(*b)));
    IntegerProduct product;
    product.a = a;
    product.b = b;
    product.bIndex = 3;
    product.aZeros = std::move(zeros.a);
    product.bZeros = std::move(zeros.b);
    Requantization codes;
    for (const float scale : bScales)
        codes.multipliers.push_back(aScale->front() * scale / out.scale);
    codes.type = yZero->dtype();
    codes.zero = out.zero;
    return multiplyCodes(context, product, std::move(codes));
}

} // namespace

extern const Operator entry{
    .name = "QLinearMatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 3>,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::q_linear_mat_mul
