// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/convolve.h"
#include "core/ops/convolution/transposed_window.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::conv_transpose {

namespace {

Result<std::vector<std::int64_t>> kernelOf(const ir::Node& node, const ir::TensorType& weight) {
    auto kernel = node.ints("kernel_shape");
    if (!weight.shape || weight.shape->size() < 3) return kernel;
    const std::size_t axes = weight.shape->size() - 2;
    if (kernel.empty()) {
        for (std::size_t i = 0; i < axes; ++i) {
            if (!(*weight.shape)[i + 2].known()) return std::vector<std::int64_t>();
            kernel.push_back((*weight.shape)[i + 2].value());
        }
        return kernel;
    }
    bool fits = kernel.size() == axes;
    for (std::size_t i = 0; fits && i < axes; ++i)
        fits = !(*weight.shape)[i + 2].known() || (*weight.shape)[i + 2].value() == kernel[i];
    if (!fits) return badInput(say("kernel_shape does not agree with the weight {1}", weight.text()));
    return kernel;
}

Result<void> checkChannels(const ir::TensorType& x, const ir::TensorType& weight, std::int64_t group) {
    if (group < 1) return badInput(say("group is {1}", group));
    const ir::Dim& channels = (*x.shape)[1];
    const ir::Dim& rows = (*weight.shape)[0];
    if (channels.known() && channels.value() % group != 0)
        return badInput(say("{1} input channels do not divide into {2} groups", channels.text(), group));
    if (channels.known() && rows.known() && channels != rows)
        return badInput(say("the input is {1} where the weight {2} expects {3} channels", x.text(),
                            weight.text(), rows.text()));
    return {};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ASSIGN_OR_RETURN(const auto kernel, kernelOf(context.node(), *weight));
    ir::TensorType out(x->dtype);
    if (kernel.empty() || !x->shape || !weight->shape) {
        context.setOutput(0, out);
        return {};
    }
    for (const auto& [type, what] : {std::pair(x, say("the input")), std::pair(weight, say("the weight"))})
        RETURN_IF_ERROR(expectRank(*type, kernel.size() + 2, what));
    const std::int64_t group = context.node().intOr("group", 1);
    RETURN_IF_ERROR(checkChannels(*x, *weight, group));
    ASSIGN_OR_RETURN(const auto resolved,
                     resolveTransposed(context.node(), kernel, std::span(*x->shape).subspan(2)));
    const ir::Dim& perGroup = (*weight->shape)[1];
    const auto channels = perGroup.known() ? checkedMul(perGroup.value(), group) : std::nullopt;
    out.shape = std::vector<ir::Dim>{(*x->shape)[0], channels ? ir::Dim(*channels) : ir::Dim()};
    for (const auto& extent : resolved.extents)
        out.shape->push_back(extent ? ir::Dim(*extent) : ir::Dim());
    context.setOutput(0, std::move(out));
    return {};
}

// What the node asks for, on an input and a weight of elements T, but the bias and the output; and the output's
// shape.
template <typename T>
struct Wanted {
    ConvolutionOf<T> conv;
    ir::Dims outDims;
};

template <typename T>
Result<Wanted<T>> wantedOf(const ir::Node& node, const ir::Tensor& input, const ir::Tensor& filters) {
    const ir::TensorType xType = input.type();
    ASSIGN_OR_RETURN(const auto kernel, kernelOf(node, filters.type()));
    const std::size_t axes = kernel.size();
    if (axes < 1 || axes > 3) return unsupported(say("a transposed convolution over {1} axes", axes));
    if (input.dims().size() != axes + 2 || filters.dims().size() != axes + 2)
        return badInput(say("the input is {1} where the weight is {2}", xType.text(), filters.type().text()));
    Wanted<T> wanted;
    ConvolutionOf<T>& conv = wanted.conv;
    conv.group = node.intOr("group", 1);
    RETURN_IF_ERROR(checkChannels(xType, filters.type(), conv.group));
    ASSIGN_OR_RETURN(const auto resolved, resolveTransposed(node, kernel, std::span(*xType.shape).subspan(2)));
    conv.batch = input.dims()[0];
    conv.inChannels = input.dims()[1];
    const auto outChannels = checkedMul(filters.dims()[1], conv.group);
    if (!outChannels) return badInput(say("too many output channels"));
    conv.outChannels = *outChannels;
    wanted.outDims = {conv.batch, conv.outChannels};
    for (std::size_t i = 0; i < axes; ++i) {
        const std::int64_t extent = resolved.extents[i].value_or(0);
        conv.geometry.axes[3 - axes + i] = {resolved.window.axes[i], extent, input.dims()[i + 2]};
        wanted.outDims.push_back(extent);
    }
    conv.input = input.as<T>().data();
    conv.weight = filters.as<T>().data();
    return wanted;
}

Result<void> runDoubles(KernelContext& context, const ir::Tensor& input) {
    ASSIGN_OR_RETURN(const auto weight, operandOfType(context, 1, input.dtype()));
    ASSIGN_OR_RETURN(auto wanted, wantedOf<double>(context.node(), input, *weight));
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(const auto bias, operandOfType(context, 2, input.dtype()));
        if (bias->elements() != wanted.conv.outChannels)
            return badInput(say("the bias is {1}", bias->type().text()));
        wanted.conv.bias = bias->as<double>().data();
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, input.dtype(), wanted.outDims));
    wanted.conv.output = out.as<double>().data();
    return convolveDoublesTransposed(wanted.conv, context.run());
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    if (x->dtype() == ir::DataType::Float64) return runDoubles(context, *x);
    ASSIGN_OR_RETURN(const auto weight, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto input, asFloat32(context, *x));
    ASSIGN_OR_RETURN(const auto filters, asFloat32(context, *weight));
    ASSIGN_OR_RETURN(auto wanted, wantedOf<float>(context.node(), input, filters));
    Convolution& conv = wanted.conv;
    ir::Tensor bias;
    if (context.node().hasInput(2)) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, 2));
        ASSIGN_OR_RETURN(bias, asFloat32(context, *given));
        if (bias.elements() != conv.outChannels) return badInput(say("the bias is {1}", bias.type().text()));
        conv.bias = bias.as<float>().data();
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x->dtype(), wanted.outDims));
    conv.output = out.data().data();
    RETURN_IF_ERROR(convolveTransposed(conv, context));
    out.finish();
    return {};
}

// Every input pixel times all taps; sums of what overlaps follow.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto w, extentsOf(inputs, 1));
    const std::int64_t groups = node.intOr("group", 1);
    if (x.size() < 3 || w.size() != x.size() || groups < 1 || w[0] % groups != 0 || w[0] != x[1])
        return badInput(say("the weights do not fit the input and {1} groups", groups));
    const auto pixels = checkedProduct(std::span(x).subspan(2));
    const auto taps = checkedProduct(std::span(w).subspan(1));
    const auto count = checkedMul(groups, x[0]);
    if (!pixels || !taps || !count) return badInput(say("the layer is too large"));
    return MatrixProducts{{.m = *pixels, .n = *taps, .k = w[0] / groups, .count = *count}};
}

} // namespace

extern const Operator entry{
    .name = "ConvTranspose",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::conv_transpose
