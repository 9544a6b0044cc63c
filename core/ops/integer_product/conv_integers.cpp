// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of quantized values: sums as int32, or codes again.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_convolution.h"
#include "core/ops/operands/channels_last.h"
#include "core/ops/operands/operands.h"
#include "core/ops/parameter_space.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/work.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::conv_integers {

namespace {

Result<void> inferSums(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(auto type, inferConvolution(context.node(), *x, *weight));
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runSums(KernelContext& context) {
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

// x, x_scale, x_zero_point, w, w_scale, w_zero_point, y_scale, y_zero_point, bias (int32, in units of x_scale *
// w_scale).
Result<void> inferCodes(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 3));
    ASSIGN_OR_RETURN(auto type, inferConvolution(context.node(), *x, *weight));
    const ir::TensorType* zero = context.input(7);
    type.dtype = zero ? zero->dtype : x->dtype;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runCodes(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto done, convolveAgain(context));
    if (done) return {};
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 3));
    ASSIGN_OR_RETURN(const auto yZero, operand(context, 7));
    const std::int64_t channels = weight->rank() > 0 ? weight->dims()[0] : 1;
    ASSIGN_OR_RETURN(const auto in, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(auto weightScales, scalesOf(context, 4, channels));
    ASSIGN_OR_RETURN(auto weightZeros, zerosOf(context, 5, channels));
    ASSIGN_OR_RETURN(const auto out, codingOf(context, 6, 7));
    const ir::Tensor* bias = context.inputCount() > 8 ? context.input(8) : nullptr;
    if (bias && (bias->dtype() != ir::DataType::Int32 || bias->elements() != channels))
        return badInput(say("the bias is {1} where int32[{2}] is expected", bias->type().text(), channels));
    IntegerConvolution conv;
    conv.x = x;
    conv.weight = weight;
    conv.weightIndex = 3;
    conv.xZero = in.zero;
    conv.weightZeros = std::move(weightZeros);
    if (bias) conv.bias = bias->as<std::int32_t>();
    Requantization codes;
    codes.multipliers = std::move(weightScales);
    for (float& scale : codes.multipliers)
        scale = in.scale * scale / out.scale;
    codes.type = yZero->dtype();
    codes.zero = out.zero;
    return convolveCodes(context, conv, std::move(codes));
}

// com.microsoft.QLinearConv with channels_last: x and the result are [N, spatial..., C], the weights are not.
bool hasChannelsLast(const ir::Node& node) { return node.intOr("channels_last", 0) != 0; }

Result<void> inferCodesInOrder(InferContext& context) {
    if (!hasChannelsLast(context.node())) return inferCodes(context);
    ASSIGN_OR_RETURN(const auto first, nodeInside(context.node(), "QLinearConv"));
    return inferChannelsLast(context, first);
}

Result<MatrixProducts> productsInOrder(const ir::Node& node, Types inputs, Types outputs) {
    if (!hasChannelsLast(node)) return convolutionProducts(node, inputs, outputs, 0, 3);
    ASSIGN_OR_RETURN(const auto first, nodeInside(node, "QLinearConv"));
    return productsChannelsLast(first, convolutionProducts<0, 3>, inputs, outputs);
}

Result<void> runCodesInOrder(KernelContext& context) {
    if (!hasChannelsLast(context.node())) return runCodes(context);
    ASSIGN_OR_RETURN(const auto first, nodeInside(context.node(), "QLinearConv"));
    return runChannelsLast(context, first, runCodes);
}

// Channels last are put in order first: what is convolved then is another node.
ParameterSpace parametersInOrder(const NodeWork& work) {
    return hasChannelsLast(*work.node) ? ParameterSpace{} : integerConvolutionParameters<3>(work);
}

constexpr Operator row(std::string_view name, InferFunction infer, ProductsFunction products,
                       ParametersFunction parameters, RunFunction run, std::string_view domain = {}) {
    return {.domain = domain,
            .name = name,
            .category = Category::Compute,
            .pattern = Pattern::OutFusable,
            .infer = infer,
            .products = products,
            .parameters = parameters,
            .run = run,
            .since = domain.empty() ? 10 : 1};
}

constexpr std::array Rows{
    row("ConvInteger", inferSums, convolutionProducts<0, 1>, integerConvolutionParameters<1>, runSums),
    row("QLinearConv", inferCodes, convolutionProducts<0, 3>, integerConvolutionParameters<3>, runCodes),
    row("QLinearConv", inferCodesInOrder, productsInOrder, parametersInOrder, runCodesInOrder, "com.microsoft"),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::conv_integers
