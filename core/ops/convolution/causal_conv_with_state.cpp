// SPDX-License-Identifier: GPL-3.0-or-later
// A depthwise convolution over time that looks back only: the last kernel - 1 elements of each channel are the
// state that the next call begins with.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::causal_conv_with_state {

namespace {

constexpr std::size_t Bias = 2, PastState = 3;

// input [batch, channels, length], weight [channels, 1, kernel], past_state [batch, channels, kernel - 1].
Result<void> checkShapes(const ir::TensorType& x, const ir::TensorType& weight, const ir::TensorType* past) {
    for (const auto& [type, what] : {std::pair(&x, say("the input")), std::pair(&weight, say("the weight"))})
        RETURN_IF_ERROR(expectRank(*type, 3, what));
    if (!x.shape || !weight.shape) return {};
    const auto differ = [](const ir::Dim& a, const ir::Dim& b) { return a.known() && b.known() && a != b; };
    const ir::Dim& kernel = (*weight.shape)[2];
    if (differ((*x.shape)[1], (*weight.shape)[0]) || differ((*weight.shape)[1], ir::Dim(1)) ||
        (kernel.known() && kernel.value() < 1))
        return badInput(say("the input is {1} where the weight is {2}", x.text(), weight.text()));
    if (!past || !past->shape) return {};
    if (past->shape->size() != 3 || differ((*past->shape)[0], (*x.shape)[0]) ||
        differ((*past->shape)[1], (*x.shape)[1]) || differ((*past->shape)[2], ir::minus(kernel, ir::Dim(1))))
        return badInput(say("past_state is {1} where the input is {2} and the weight {3}", past->text(),
                            x.text(), weight.text()));
    return {};
}

Result<bool> withSilu(const ir::Node& node) {
    const std::string activation = node.stringOr("activation", "none");
    if (activation == "silu" || activation == "swish") return true;
    if (activation == "none" || activation.empty()) return false;
    return badInput(say("activation is '{1}' where none, silu or swish is expected", activation));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    RETURN_IF_ERROR(withSilu(context.node()));
    RETURN_IF_ERROR(checkShapes(*x, *weight, context.input(PastState)));
    context.setOutput(0, *x);
    ir::TensorType state(x->dtype);
    if (x->shape)
        state.shape = {(*x->shape)[0], (*x->shape)[1],
                       weight->shape ? ir::minus((*weight->shape)[2], ir::Dim(1)) : ir::Dim()};
    if (context.node().outputs.size() > 1) context.setOutput(1, std::move(state));
    return {};
}

// An optional float32 input with `elements` elements; no data when omitted.
Result<ir::Tensor> optionalFloats(KernelContext& context, std::size_t index, std::int64_t elements) {
    if (!context.node().hasInput(index)) return ir::Tensor();
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->elements() != elements)
        return badInput(
            say("input {1} is {2} where {3} elements are expected", index, given->type().text(), elements));
    return asFloat32(context, *given);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto filters, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto silu, withSilu(context.node()));
    ASSIGN_OR_RETURN(const auto x, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto weight, asFloat32(context, *filters));
    RETURN_IF_ERROR(checkShapes(x.type(), weight.type(), nullptr));
    const std::int64_t batch = x.dims()[0];
    const std::int64_t channels = x.dims()[1];
    const std::int64_t length = x.dims()[2];
    const std::int64_t kernel = weight.dims()[2];
    const ir::Dims stateDims{batch, channels, kernel - 1};
    const auto stateElements = checkedProduct(stateDims);
    if (!stateElements) return badInput(say("the weight is {1}", weight.type().text()));
    ASSIGN_OR_RETURN(const auto bias, optionalFloats(context, Bias, channels));
    ASSIGN_OR_RETURN(const auto past, optionalFloats(context, PastState, *stateElements));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), x.dims()));
    std::optional<FloatOutput> present;
    if (context.wantsOutput(1)) {
        ASSIGN_OR_RETURN(present, FloatOutput::make(context, 1, given->dtype(), stateDims));
    }
    const auto lineLength = checkedAdd(length, kernel - 1);
    const auto lineBytes = lineLength ? checkedMul(*lineLength, std::int64_t(sizeof(float))) : std::nullopt;
    if (!lineBytes) return badInput(say("the weight is {1}", weight.type().text()));
    ASSIGN_OR_RETURN(const auto scratch, context.scratch(*lineBytes));
    // What came before, then the input.
    float* const line = reinterpret_cast<float*>(scratch.data());
    const std::int64_t lines = x.elements() > 0 || *stateElements > 0 ? batch * channels : 0;
    for (std::int64_t at = 0; at < lines; ++at) {
        if (context.run().stopped()) return cancelled();
        if (past.hasData())
            std::copy_n(past.as<float>().data() + at * (kernel - 1), kernel - 1, line);
        else
            std::fill_n(line, kernel - 1, 0.0f);
        std::copy_n(x.as<float>().data() + at * length, length, line + kernel - 1);
        float* to = out.data().data() + at * length;
        std::fill_n(to, length,
                    bias.hasData() ? bias.as<float>()[static_cast<std::size_t>(at % channels)] : 0.0f);
        const float* taps = weight.as<float>().data() + at % channels * kernel;
        for (std::int64_t k = 0; k < kernel; ++k)
            for (std::int64_t i = 0; i < length; ++i)
                to[i] += taps[k] * line[i + k];
        if (silu)
            for (std::int64_t i = 0; i < length; ++i)
                to[i] = ops::silu(to[i]);
        if (present) std::copy_n(line + length, kernel - 1, present->data().data() + at * (kernel - 1));
    }
    out.finish();
    if (present) present->finish();
    return {};
}

Result<MatrixProducts> products(const ir::Node&, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto x, extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto weight, extentsOf(inputs, 1));
    if (x.size() != 3 || weight.size() != 3)
        return badInput(say("expected an input and a weight of three axes"));
    const std::int64_t length = x[2], kernel = weight[2];
    const auto count = checkedMul(x[0], x[1]);
    if (!count || kernel > INT32_MAX || length > INT32_MAX) return badInput(say("the layer is too large"));
    MatrixProduct product{.m = length, .n = 1, .k = kernel, .count = *count};
    product.windows = {.high = {}, .wide = {.in = length + kernel - 1, .filter = kernel, .out = length}};
    return MatrixProducts{product};
}

} // namespace

extern const Operator entry{
    .name = "CausalConvWithState",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
    .since = 27,
};

} // namespace edgewright::ops::causal_conv_with_state
