// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_convolution.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::conv_integer {

namespace {

Result<void> infer(InferContext& context) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    const auto weight = operand(context, 1);
    if (!weight) return weight.error();
    auto type = inferConvolution(context.node(), **x, **weight);
    if (!type) return std::move(type).error();
    context.setOutput(0, *std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    const auto weight = operand(context, 1);
    if (!weight) return weight.error();
    const auto xZeros = zerosOf(context, 2, 1);
    if (!xZeros) return xZeros.error();
    auto weightZeros = zerosOf(context, 3, (*weight)->rank() > 0 ? (*weight)->dims()[0] : 1);
    if (!weightZeros) return std::move(weightZeros).error();
    IntegerConvolution conv;
    conv.x = *x;
    conv.weight = *weight;
    conv.weightIndex = 1;
    conv.xZero = xZeros->front();
    conv.weightZeros = *std::move(weightZeros);
    return convolveCodes(context, conv, std::nullopt);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ConvInteger",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = convolutionProducts<0, 1>,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::conv_integer
