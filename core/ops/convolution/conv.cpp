// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/algorithms.h"
#include "core/ops/convolution/convolve.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::conv {

namespace {

// kernel_shape, or the weight's spatial extents; empty when neither is known.
Result<std::optional<std::vector<std::int64_t>>> kernelOf(const ir::Node& node, const ir::TensorType& weight) {
    auto kernel = node.ints("kernel_shape");
    if (!weight.shape) return kernel.empty() ? std::nullopt : std::optional(std::move(kernel));
    if (weight.shape->size() < 3)
        return badInput(say("the weight is {1} where at least 3 axes are expected", weight.text()));
    const std::size_t axes = weight.shape->size() - 2;
    if (!kernel.empty() && kernel.size() != axes)
        return badInput(
            say("kernel_shape has {1} entries where the weight has {2} spatial axes", kernel.size(), axes));
    for (std::size_t i = 0; i < axes; ++i) {
        const ir::Dim& extent = (*weight.shape)[i + 2];
        if (!extent.known()) {
            if (kernel.size() < axes) return std::optional<std::vector<std::int64_t>>();
            continue;
        }
        if (kernel.size() == axes && kernel[i] != extent.value())
            return badInput(say("kernel_shape says {1} where the weight is {2}", kernel[i], weight.text()));
        if (kernel.size() < axes && kernel.size() == i) kernel.push_back(extent.value());
    }
    return kernel.size() == axes ? std::optional(std::move(kernel)) : std::nullopt;
}

Result<void> checkChannels(const ir::TensorType& x, const ir::TensorType& weight, std::int64_t group) {
    if (group < 1) return badInput(say("group is {1}", group));
    const ir::Dim& channels = (*x.shape)[1];
    const ir::Dim& out = (*weight.shape)[0];
    const ir::Dim& perGroup = (*weight.shape)[1];
    if (out.known() && out.value() % group != 0)
        return badInput(say("{1} output channels do not divide into {2} groups", out.text(), group));
    if (channels.known() && perGroup.known() && checkedMul(perGroup.value(), group) != channels.value())
        return badInput(say("the input is {1} where the weight {2} with group {3} expects other channels",
                            x.text(), weight.text(), group));
    return {};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(const auto kernel, kernelOf(context.node(), *weight));
    ir::TensorType out(x->dtype);
    if (!kernel || !x->shape) {
        context.setOutput(0, out);
        return {};
    }
    RETURN_IF_ERROR(expectRank(*x, kernel->size() + 2, say("the input")));
    if (weight->shape) RETURN_IF_ERROR(checkChannels(*x, *weight, context.node().intOr("group", 1)));
    ASSIGN_OR_RETURN(auto window, readWindow(context.node(), *kernel));
    window.ceil = false;
    out.shape = std::vector<ir::Dim>{(*x->shape)[0], weight->shape ? (*weight->shape)[0] : ir::Dim()};
    for (std::size_t i = 0; i < window.axes.size(); ++i) {
        ASSIGN_OR_RETURN(auto dim, slideDim(window, i, (*x->shape)[i + 2]));
        out.shape->push_back(std::move(dim));
    }
    if (const ir::TensorType* bias = context.input(2); bias && bias->shape) {
        const ir::Dim& channels = (*out.shape)[1];
        if (bias->shape->size() != 1 ||
            ((*bias->shape)[0].known() && channels.known() && (*bias->shape)[0] != channels))
            return badInput(say("the bias is {1} where one value for each of {2} output channels is expected",
                                bias->text(), channels.text()));
    }
    context.setOutput(0, std::move(out));
    return {};
}

// What the node asks for, on an input and a weight of elements T; everything but the operands.
template <typename T>
Result<ConvolutionOf<T>> shapeOf(const ir::Node& node, const ir::TensorType& input,
                                 const ir::TensorType& filters) {
    ASSIGN_OR_RETURN(const auto kernel, kernelOf(node, filters));
    const auto inDims = input.dims(), filterDims = filters.dims();
    if (!inDims || !filterDims || inDims->size() != filterDims->size() || !kernel)
        return badInput(say("the input is {1} where the weight is {2}", input.text(), filters.text()));
    ConvolutionOf<T> conv;
    conv.group = node.intOr("group", 1);
    RETURN_IF_ERROR(checkChannels(input, filters, conv.group));
    ASSIGN_OR_RETURN(auto window, readWindow(node, *kernel));
    window.ceil = false;
    ASSIGN_OR_RETURN(conv.geometry, geometryOf(std::move(window), *inDims));
    conv.batch = (*inDims)[0];
    conv.inChannels = (*inDims)[1];
    conv.outChannels = (*filterDims)[0];
    return conv;
}

template <typename T>
Result<ConvolutionOf<T>> convolutionOf(const ir::Node& node, const ir::Tensor& input,
                                       const ir::Tensor& filters) {
    ASSIGN_OR_RETURN(auto conv, shapeOf<T>(node, input.type(), filters.type()));
    conv.input = input.as<T>().data();
    conv.weight = filters.as<T>().data();
    return conv;
}

Result<void> runDoubles(KernelContext& context, const ir::Tensor& input) {
    ASSIGN_OR_RETURN(const auto weight, operandOfType(context, 1, input.dtype()));
    ASSIGN_OR_RETURN(auto conv, convolutionOf<double>(context.node(), input, *weight));
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(const auto bias, operandOfType(context, 2, input.dtype()));
        if (bias->elements() != conv.outChannels) return badInput(say("the bias is {1}", bias->type().text()));
        conv.bias = bias->as<double>().data();
    }
    ASSIGN_OR_RETURN(
        auto out, context.output(0, input.dtype(), outputDims(conv.geometry, input.dims(), conv.outChannels)));
    conv.output = out.as<double>().data();
    return convolveDoubles(conv, context.run());
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    if (x->dtype() == ir::DataType::Float64) return runDoubles(context, *x);
    ASSIGN_OR_RETURN(const auto weight, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto input, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto filters, asFloat32(context, *weight));
    ASSIGN_OR_RETURN(auto described, convolutionOf<float>(context.node(), input, filters));
    Convolution& conv = described;
    ir::Tensor bias;
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2));
        ASSIGN_OR_RETURN(bias, asFloat32(context, *given));
        if (bias.elements() != conv.outChannels) return badInput(say("the bias is {1}", bias.type().text()));
        conv.bias = bias.as<float>().data();
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x->dtype(),
                                                 outputDims(conv.geometry, input.dims(), conv.outChannels)));
    conv.output = out.data().data();
    if (x->dtype() == ir::DataType::Float32) conv.epilogue = context.epilogue();
    const bool constant = weight->dtype() == ir::DataType::Float32 && context.isConstant(1);
    RETURN_IF_ERROR(convolve(conv, constant, context));
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Conv",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = convolutionProducts<0, 1>,
    .parameters = convolutionParameters,
    .run = run,
    .takesEpilogue = true,
};

} // namespace edgewright::ops::conv

namespace edgewright::ops {

Result<Convolution> convolutionShape(const ir::Node& node, const ir::TensorType& input,
                                     const ir::TensorType& weight) {
    return conv::shapeOf<float>(node, input, weight);
}

} // namespace edgewright::ops
