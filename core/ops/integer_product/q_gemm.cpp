// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::q_gemm {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, bias (int32), y_scale, y_zero_point; float32 without
// y_scale.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    ASSIGN_OR_RETURN(const auto left, expectRank(*a, 2, say("input {1}", 0)));
    ASSIGN_OR_RETURN(const auto right, expectRank(*b, 2, say("input {1}", 3)));
    ir::TensorType type(context.input(7) ? a->dtype : ir::DataType::Float32, std::vector<ir::Dim>(2));
    if (left) (*type.shape)[0] = (*a->shape)[context.node().intOr("transA", 0) != 0 ? 1 : 0];
    if (right) (*type.shape)[1] = (*b->shape)[context.node().intOr("transB", 0) != 0 ? 0 : 1];
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto done, multiplyAgain(context));
    if (done) return {};
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    const bool turnA = context.node().intOr("transA", 0) != 0;
    const bool turnB = context.node().intOr("transB", 0) != 0;
    if (a->rank() != 2 || b->rank() != 2 || a->dims()[turnA ? 0 : 1] != b->dims()[turnB ? 1 : 0])
        return badInput(say("inputs are {1} and {2}", a->type().text(), b->type().text()));
    const std::int64_t columns = b->dims()[turnB ? 0 : 1];
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto scales, scalesOf(context, 4, columns));
    ASSIGN_OR_RETURN(auto zeros, zerosOf(context, 5, columns));
    IntegerProduct product;
    product.a = a;
    product.b = b;
    product.bIndex = 3;
    product.transposeA = turnA;
    product.transposeB = turnB;
    product.aZeros = {x.zero};
    product.bZeros = std::move(zeros);
    product.bias = context.inputCount() > 6 ? context.input(6) : nullptr;
    const float alpha = context.node().floatOr("alpha", 1.0f);
    std::vector<float> multipliers;
    for (const float scale : scales)
        multipliers.push_back(alpha * x.scale * scale);
    if (context.inputCount() <= 7 || !context.input(7)) {
        if (multipliers.empty()) multipliers.push_back(0.0f); // a product without columns
        return multiplyCodesScaled(context, product, multipliers, {});
    }
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 7, 8));
    for (float& multiplier : multipliers)
        multiplier /= y.scale;
    return multiplyCodes(context, product, Requantization{std::move(multipliers), a->dtype(), y.zero});
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QGemm",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = gemmProducts<0, 3>,
    .parameters = integerProductParameters,
    .run = run,
};

} // namespace edgewright::ops::q_gemm
