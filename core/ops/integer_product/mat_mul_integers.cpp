// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of quantized values: sums as int32, as float32 by the scales, or as codes again.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/dynamic_coding.h"

#include <array>

namespace edgewright::ops::mat_mul_integers {

namespace {

// a and b with their zero points: one, or one per row of the left and per column of the right matrix.
Result<IntegerProduct> productOf(const KernelContext& context, const ir::Tensor& a, std::size_t aZeros,
                                 std::size_t bIndex, std::size_t bZeros) {
    ASSIGN_OR_RETURN(const auto b, operand(context, bIndex));
    const auto single = [&](std::size_t index) {
        const ir::Tensor* zero = index < context.inputCount() ? context.input(index) : nullptr;
        return !zero || zero->elements() == 1;
    };
    const std::int64_t rows = single(aZeros) || a.rank() < 2 ? 1 : a.dims()[a.dims().size() - 2];
    const std::int64_t columns = single(bZeros) || b->rank() < 2 ? 1 : b->dims().back();
    IntegerProduct product;
    product.a = &a;
    product.b = b;
    product.bIndex = bIndex;
    ASSIGN_OR_RETURN(product.aZeros, zerosOf(context, aZeros, rows));
    ASSIGN_OR_RETURN(product.bZeros, zerosOf(context, bZeros, columns));
    return product;
}

Result<ir::TensorType> sumsOf(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    return inferProduct(*a, *b);
}

Result<void> inferSums(InferContext& context) {
    ASSIGN_OR_RETURN(auto type, sumsOf(context));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> inferFloats(InferContext& context) {
    ASSIGN_OR_RETURN(auto type, sumsOf(context));
    type.dtype = ir::DataType::Float32;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> inferCodes(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    ASSIGN_OR_RETURN(auto type, inferProduct(*a, *b));
    const ir::TensorType* zero = context.input(7);
    type.dtype = zero ? zero->dtype : a->dtype;
    context.setOutput(0, std::move(type));
    return {};
}

// a, b, a_zero_point, b_zero_point.
Result<void> runSums(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto product, productOf(context, *a, 2, 1, 3));
    return multiplyCodes(context, product, std::nullopt);
}

// Sum * (a's scale * b's scale of the column), then + bias. Inputs `scales` (one, or one per column) and `bias`
// (one, or one per column, or omitted); `scale` is a's.
Result<void> runScaled(KernelContext& context, const IntegerProduct& product, float scale, std::size_t scales,
                       std::size_t bias) {
    const std::int64_t columns = columnsOf(*product.b);
    ASSIGN_OR_RETURN(auto multipliers, scalesOf(context, scales, columns));
    if (multipliers.empty()) multipliers.push_back(0.0f); // a product without columns
    for (float& each : multipliers)
        each = scale * each;
    std::vector<float> added;
    if (bias < context.inputCount() && context.input(bias)) {
        ASSIGN_OR_RETURN(added, scalesOf(context, bias, columns));
    }
    return multiplyCodesScaled(context, product, multipliers, added);
}

// a, b, a_scale, b_scale, a_zero_point, b_zero_point, bias (float).
Result<void> runFloats(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto scale, scalesOf(context, 2, 1));
    ASSIGN_OR_RETURN(const auto product, productOf(context, *a, 4, 1, 5));
    return runScaled(context, product, scale.front(), 3, 6);
}

// a (float, quantized on the way), b, b_scale, b_zero_point, bias (float).
Result<void> runDynamic(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *a));
    const DynamicCoding coding = dynamicCoding(values.as<float>());
    ASSIGN_OR_RETURN(auto codes, context.scratchTensor(ir::DataType::UInt8, a->dims()));
    coding.encode(values.as<float>(), codes.as<std::uint8_t>());
    ASSIGN_OR_RETURN(auto product, productOf(context, codes, noInput, 1, 3));
    product.aZeros = {coding.zero};
    return runScaled(context, product, coding.scale, 2, 4);
}

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, y_scale, y_zero_point.
Result<void> runCodes(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto done, multiplyAgain(context));
    if (done) return {};
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto yZero, operand(context, 7));
    const auto aScale = scalesOf(context, 1, 1);
    if (!aScale) return unsupported(say("a scale per row of the left matrix is not supported"));
    ASSIGN_OR_RETURN(const auto product, productOf(context, *a, 2, 3, 5));
    ASSIGN_OR_RETURN(const auto out, codingOf(context, 6, 7));
    ASSIGN_OR_RETURN(const auto bScales, scalesOf(context, 4, columnsOf(*product.b)));
    Requantization codes;
    for (const float scale : bScales)
        codes.multipliers.push_back(aScale->front() * scale / out.scale);
    codes.type = yZero->dtype();
    codes.zero = out.zero;
    return multiplyCodes(context, product, std::move(codes));
}

constexpr Operator row(Operator row, InferFunction infer, RunFunction run) {
    row.category = Category::Compute;
    row.pattern = Pattern::OutFusable;
    row.infer = infer;
    row.parameters = integerProductParameters;
    row.run = run;
    return row;
}

constexpr std::array Rows{
    row({.name = "MatMulInteger", .products = matrixProducts<0, 1>, .since = 10}, inferSums, runSums),
    row({.name = "QLinearMatMul", .products = matrixProducts<0, 3>, .since = 10}, inferCodes, runCodes),
    row({.domain = "com.microsoft", .name = "MatMulIntegerToFloat", .products = matrixProducts<0, 1>},
        inferFloats, runFloats),
    row({.domain = "com.microsoft", .name = "DynamicQuantizeMatMul", .products = matrixProducts<0, 1>},
        inferFloats, runDynamic),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::mat_mul_integers
