// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_convolution.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops::conv_integer {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(auto type, inferConvolution(context.node(), *x, *weight));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(const auto xZeros, zerosOf(context, 2, 1));
    ASSIGN_OR_RETURN(auto weightZeros, zerosOf(context, 3, weight->rank() > 0 ? weight->dims()[0] : 1));
    IntegerConvolution conv;
    conv.x = x;
    conv.weight = weight;
    conv.weightIndex = 1;
    conv.xZero = xZeros.front();
    conv.weightZeros = std::move(weightZeros);
    return convolveCodes(context, conv, std::nullopt);
}

} // namespace

extern const Operator entry{
    .name = "ConvInteger",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = convolutionProducts<0, 1>,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::conv_integer
