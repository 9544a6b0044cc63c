// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/matrix_zeros.h"
#include "core/ops/integer_product/scaled_product.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/dynamic_coding.h"

namespace edgewright::ops::dynamic_quantize_mat_mul {

namespace {

// a (float, quantized on the way), b, b_scale, b_zero_point, bias (float).
Result<void> infer(InferContext& context) { return inferScaledProduct(context, 1); }

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 1));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *a));
    const DynamicCoding coding = dynamicCoding(values.as<float>());
    ASSIGN_OR_RETURN(auto codes, context.scratchTensor(ir::DataType::UInt8, a->dims()));
    coding.encode(values.as<float>(), codes.as<std::uint8_t>());
    ASSIGN_OR_RETURN(auto zeros, matrixZeros(context, codes, noInput, *b, 3));
    IntegerProduct product;
    product.a = &codes;
    product.b = b;
    product.bIndex = 1;
    product.aZeros = {coding.zero};
    product.bZeros = std::move(zeros.b);
    return runScaledProduct(context, product, coding.scale, 2, 4);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "DynamicQuantizeMatMul",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = matrixProducts<0, 1>,
    .run = run,
};

} // namespace edgewright::ops::dynamic_quantize_mat_mul
