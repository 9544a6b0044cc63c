// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft that add a bias, and perhaps a residual, before they do what the standard has.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"
#include "core/ops/operands/unary_kernel.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::biased_sums {

namespace {

// to += input `index`, which broadcasts to `dims`. `columns`: a tensor [N, C] is one row for each of N.
Result<void> add(KernelContext& context, std::size_t index, const ir::Dims& dims, std::span<float> to,
                 bool columns = false) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *given));
    ir::Dims placed = values.dims();
    if (columns && placed.size() == 2)
        placed.insert(placed.begin() + 1, dims.size() < 2 ? 0 : dims.size() - 2, 1);
    const auto plan = broadcastPlan(std::array{dims, placed});
    if (!plan || plan->dims != dims)
        return badInput(say("input {1} is {2}, which does not broadcast to {3}", index, given->type().text(),
                            ir::TensorType(ir::DataType::Float32, dims).text()));
    const float* from = values.as<float>().data();
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            to[static_cast<std::size_t>(at + i)] += from[offsets[1] + i * plan->inner(1)];
    });
    return {};
}

// Input 0 in float32, in memory of its own.
Result<ir::Tensor> copied(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *given));
    ASSIGN_OR_RETURN(auto sum, context.scratchTensor(ir::DataType::Float32, given->dims()));
    std::ranges::copy(values.as<float>(), sum.as<float>().begin());
    return sum;
}

Result<void> writeFloats(KernelContext& context, std::size_t index, std::span<const float> values,
                         const ir::Dims& dims) {
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, index, given->dtype(), dims));
    std::ranges::copy(values, out.data().begin());
    out.finish();
    return {};
}

// x, bias, residual.
Result<void> runBiasAdd(KernelContext& context) {
    ASSIGN_OR_RETURN(auto sum, copied(context));
    for (const std::size_t index : {1, 2})
        RETURN_IF_ERROR(add(context, index, sum.dims(), sum.as<float>()));
    return writeFloats(context, 0, sum.as<float>(), sum.dims());
}

Result<void> inferSplitGelu(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType out = *x;
    if (out.shape) {
        if (out.shape->empty() || (out.shape->back().known() && out.shape->back().value() % 2 != 0))
            return badInput(say("the input is {1} where rows of two halves are expected", x->text()));
        if (out.shape->back().known())
            out.shape->back() = ir::Dim(out.shape->back().value() / 2);
        else
            out.shape->back() = ir::Dim();
    }
    context.setOutput(0, std::move(out));
    return {};
}

// The left half of each row times the Gelu of its right one.
Result<void> runSplitGelu(KernelContext& context) {
    ASSIGN_OR_RETURN(auto sum, copied(context));
    ir::Dims dims = sum.dims();
    if (dims.empty() || dims.back() % 2 != 0)
        return badInput(say("the input is {1} where rows of two halves are expected", sum.type().text()));
    RETURN_IF_ERROR(add(context, 1, dims, sum.as<float>()));
    dims.back() /= 2;
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), dims));
    const auto half = static_cast<std::size_t>(dims.back());
    const std::span<float> from = sum.as<float>(), to = out.data();
    for (std::size_t at = 0; half > 0 && at < to.size(); at += half) {
        const std::span<float> row = to.subspan(at, half), left = from.subspan(2 * at, half);
        std::ranges::copy(from.subspan(2 * at + half, half), row.begin());
        applyUnary(kernels::Unary::GeluErf, row);
        for (std::size_t i = 0; i < half; ++i)
            row[i] *= left[i];
    }
    out.finish();
    return {};
}

// Along all axes from `axis` on, as before opset 13.
Result<void> runSoftmax(KernelContext& context) {
    ASSIGN_OR_RETURN(auto softmax, nodeInside(context.node(), "Softmax"));
    softmax.opset = 11;
    softmax.node.set("axis", context.node().intOr("axis", 1));
    ASSIGN_OR_RETURN(auto sum, copied(context));
    RETURN_IF_ERROR(add(context, 1, sum.dims(), sum.as<float>()));
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    if (given->dtype() != ir::DataType::Float32)
        return unsupported(say("a softmax of {1} is not supported here", given->type().text()));
    RunOnInputs inside(context, softmax, {std::move(sum)});
    return softmax.op->run(inside);
}

constexpr bool isBits(std::string_view name) { return name.starts_with("Bitmask"); }

// Outputs: the result, and, if wanted, which elements were kept: a bool each, or a bit each.
Result<void> inferDropout(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    context.setOutput(0, *x);
    if (context.node().outputs.size() < 2) return {};
    if (!isBits(context.node().op)) {
        context.setOutput(1, x->withDtype(ir::DataType::Bool));
        return {};
    }
    const auto elements = x->elements();
    context.setOutput(
        1, {ir::DataType::UInt32, std::vector<ir::Dim>{elements ? ir::Dim((*elements + 31) / 32) : ir::Dim()}});
    return {};
}

// data, then bias and residual where the operator has them, ratio, training_mode: nothing is dropped.
Result<void> runDropout(KernelContext& context) {
    const ir::Node& node = context.node();
    const bool hasBias = node.op != "BitmaskDropout";
    const std::size_t training = hasBias ? 4 : 2;
    if (node.hasInput(training)) {
        ASSIGN_OR_RETURN(const auto mode, operand(context, training));
        if (mode->elements() != 1 || mode->dtype() != ir::DataType::Bool)
            return badInput(say("training_mode is {1} where one bool is expected", mode->type().text()));
        if (ir::elementAsInt64(*mode, 0) != 0)
            return unsupported(say("dropping in training is not supported here"));
    }
    ASSIGN_OR_RETURN(auto sum, copied(context));
    if (hasBias) RETURN_IF_ERROR(add(context, 1, sum.dims(), sum.as<float>()));
    if (hasBias && node.hasInput(2)) RETURN_IF_ERROR(add(context, 2, sum.dims(), sum.as<float>()));
    if (context.wantsOutput(1)) {
        const bool bits = isBits(node.op);
        ASSIGN_OR_RETURN(auto kept, context.output(1, bits ? ir::DataType::UInt32 : ir::DataType::Bool,
                                                   bits ? ir::Dims{(sum.elements() + 31) / 32} : sum.dims()));
        std::ranges::fill(kept.mutableBytes(), bits ? std::byte{0xff} : std::byte{1});
    }
    return writeFloats(context, 0, sum.as<float>(), sum.dims());
}

// x, gamma, beta, residual, bias. Outputs: the normalised sum, the sum.
Result<void> inferGroupNorm(InferContext& context) {
    ASSIGN_OR_RETURN(const auto norm, nodeInside(context.node(), "GroupNorm", "com.microsoft"));
    InferInside inside(context, norm);
    RETURN_IF_ERROR(norm.op->infer(inside));
    if (context.node().outputs.size() > 1) context.setOutput(1, *context.input(0));
    return {};
}

Result<void> runGroupNorm(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto norm, nodeInside(context.node(), "GroupNorm", "com.microsoft"));
    ASSIGN_OR_RETURN(auto sum, copied(context));
    RETURN_IF_ERROR(add(context, 3, sum.dims(), sum.as<float>(), true));
    if (context.node().hasInput(4)) RETURN_IF_ERROR(add(context, 4, sum.dims(), sum.as<float>()));
    if (context.wantsOutput(1)) RETURN_IF_ERROR(writeFloats(context, 1, sum.as<float>(), sum.dims()));
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    if (given->dtype() != ir::DataType::Float32)
        return unsupported(say("a group norm of {1} is not supported here", given->type().text()));
    RunOnInputs inside(context, norm, {std::move(sum)});
    return norm.op->run(inside);
}

constexpr Operator row(std::string_view name, Category category, Pattern pattern, InferFunction infer,
                       RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = category,
            .pattern = pattern,
            .infer = infer,
            .run = run};
}

constexpr auto ElementWise = Category::ElementWise, Normalisation = Category::Normalisation;

constexpr std::array Rows{
    row("BiasAdd", ElementWise, Pattern::Broadcast, inferSame, runBiasAdd),
    row("BiasDropout", ElementWise, Pattern::Opaque, inferDropout, runDropout),
    row("BiasSoftmax", Normalisation, Pattern::Opaque, inferSame, runSoftmax),
    row("BiasSplitGelu", Category::Activation, Pattern::Opaque, inferSplitGelu, runSplitGelu),
    row("BitmaskBiasDropout", ElementWise, Pattern::Opaque, inferDropout, runDropout),
    row("BitmaskDropout", ElementWise, Pattern::Opaque, inferDropout, runDropout),
    row("SkipGroupNorm", Normalisation, Pattern::Opaque, inferGroupNorm, runGroupNorm),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::biased_sums
