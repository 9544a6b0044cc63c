// SPDX-License-Identifier: GPL-3.0-or-later
// A times the transposed weights [N, K], which are 4-bit floats of bitsandbytes: each stands for one of sixteen
// numbers, times the largest absolute value of its block. Blocks run on over the ends of rows.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/block_product.h"
#include "core/ops/quantization/packed_weights.h"

#include <array>

namespace edgewright::ops::mat_mul_bnb4 {

namespace {

constexpr std::size_t Codes = 1, Largest = 2;

// Sign, exponent and mantissa of few bits; and the quantiles of a normal distribution.
constexpr std::array<float, 16> Float4{
    0,     0.005208333F,  0.6666667F,  1,  0.3333333F,  0.5F,  0.16666667F,  0.25F,
    -0.0F, -0.005208333F, -0.6666667F, -1, -0.3333333F, -0.5F, -0.16666667F, -0.25F};
constexpr std::array<float, 16> NormalFloat4{
    -1.0F,      -0.6961928F, -0.52507305F, -0.3949175F, -0.28444138F, -0.18477343F, -0.09105004F, 0.0F,
    0.0795803F, 0.1609302F,  0.2461123F,   0.33791524F, 0.44070983F,  0.562617F,    0.72295684F,  1.0F};

std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index, const ir::TensorType&) {
    const auto e = blockExtentsOf(node);
    return e && index == Codes ? std::optional(e->n * e->k) : std::nullopt;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto e, blockExtentsOf(context.node()));
    RETURN_IF_ERROR(checkRows(a->type(), e));
    ASSIGN_OR_RETURN(const auto codes, operandOfType(context, Codes, ir::DataType::UInt8));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, Largest));
    const std::int64_t elements = e.n * e.k;
    if (codes->elements() != ceilDiv(elements, 2) || given->elements() != ceilDiv(elements, e.block))
        return badInput(say("B is {1} and absmax is {2} where {3} codes in blocks of {4} are expected",
                            codes->type().text(), given->type().text(), elements, e.block));
    ASSIGN_OR_RETURN(const auto scales, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *a));
    ir::Dims dims = a->dims();
    dims.back() = e.n;
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, a->dtype(), dims));
    const auto& numbers = context.node().intOr("quant_type", 1) == 0 ? Float4 : NormalFloat4;
    const auto decode = [&](std::int64_t row, float* to) {
        for (std::int64_t at = row * e.k; at < (row + 1) * e.k; ++at) {
            const std::uint8_t pair = codes->as<std::uint8_t>()[static_cast<std::size_t>(at / 2)];
            const int code = at % 2 == 0 ? pair >> 4 : pair & 15; // the first lies above
            *to++ = numbers[static_cast<std::size_t>(code)] *
                    scales.as<float>()[static_cast<std::size_t>(at / e.block)];
        }
    };
    std::span<float> scratch;
    RETURN_IF_ERROR(multiplyDecoded(context, values.as<float>().data(), values.elements() / e.k, e.n, e.k,
                                    decode, out.data().data(), scratch));
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "MatMulBnb4",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = inferBlockProduct,
    .products = blockProducts,
    .run = run,
    .packedElements = packedElements,
};

} // namespace edgewright::ops::mat_mul_bnb4
