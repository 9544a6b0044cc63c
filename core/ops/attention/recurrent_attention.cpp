// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of models that remember by a state instead of a cache, as ONNX Runtime had them before the standard.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::recurrent_attention {

namespace {

// An attribute that the standard's operator lacks, unless it has the value by which nothing is different.
struct Extra {
    std::string_view name;
    std::int64_t usual;
};
constexpr std::array Extras{Extra{"channels_last", 0}, Extra{"dilation", 1}, Extra{"ndim", 1},
                            Extra{"state_window", 0}};

std::optional<std::string> extraOf(const ir::Node& node) {
    for (const Extra& extra : Extras)
        if (const std::int64_t value = node.intOr(extra.name, extra.usual); value != extra.usual)
            return say("{1} {2} is not supported", extra.name, value);
    return std::nullopt;
}

Result<void> infer(InferContext& context) {
    if (extraOf(context.node())) { // the result is as the input; a state has other axes
        ASSIGN_OR_RETURN(const auto x, operand(context, 0));
        context.setOutput(0, context.node().op == "LinearAttention" ? ir::TensorType(x->dtype) : *x);
        return {};
    }
    ASSIGN_OR_RETURN(const auto standard, nodeInside(context.node(), context.node().op));
    InferInside inside(context, standard);
    return standard.op->infer(inside);
}

Result<void> run(KernelContext& context) {
    if (const auto extra = extraOf(context.node())) return unsupported(*extra);
    ASSIGN_OR_RETURN(const auto standard, nodeInside(context.node(), context.node().op));
    RunInside inside(context, standard);
    return standard.op->run(inside);
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    if (const auto extra = extraOf(node)) return unsupported(*extra);
    ASSIGN_OR_RETURN(const auto standard, nodeInside(node, node.op));
    return standard.op->products(standard.node, inputs, outputs);
}

// a, bias, scale, b. Outputs: scale * softplus(a + bias), and, if wanted, the logistic function of b.
Result<void> inferGate(InferContext& context) {
    RETURN_IF_ERROR(inferSame(context));
    if (context.node().outputs.size() > 1) context.setOutput(1, *context.input(0));
    return {};
}

Result<void> runGate(KernelContext& context) {
    std::array<ir::Tensor, 3> in;
    for (std::size_t i = 0; i < in.size(); ++i) {
        ASSIGN_OR_RETURN(const auto given, floatOperand(context, i));
        ASSIGN_OR_RETURN(in[i], asFloat32(context, *given));
    }
    const auto& [a, bias, scale] = in;
    const std::int64_t heads = a.dims().empty() ? 1 : a.dims().back();
    if (bias.elements() != heads || scale.elements() != heads)
        return badInput(say("a bias and a scale for each of {1} heads are expected", heads));
    ASSIGN_OR_RETURN(const auto given, operand(context, 0));
    ASSIGN_OR_RETURN(auto decay, FloatOutput::make(context, 0, given->dtype(), a.dims()));
    for (std::size_t i = 0; i < decay.data().size(); ++i) {
        const std::size_t head = i % static_cast<std::size_t>(heads);
        const double x = static_cast<double>(a.as<float>()[i] + bias.as<float>()[head]);
        decay.data()[i] = scale.as<float>()[head] * static_cast<float>(softplus(x));
    }
    decay.finish();
    if (!context.wantsOutput(1)) return {};
    ASSIGN_OR_RETURN(const auto rate, floatOperand(context, 3));
    ASSIGN_OR_RETURN(const auto b, asFloat32(context, *rate));
    ASSIGN_OR_RETURN(auto beta, FloatOutput::make(context, 1, rate->dtype(), b.dims()));
    std::ranges::transform(b.as<float>(), beta.data().begin(), logistic<float>);
    beta.finish();
    return {};
}

constexpr Operator layer(std::string_view name) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .infer = infer,
            .products = products,
            .run = run};
}

constexpr std::array Rows{
    layer("CausalConvWithState"),
    layer("LinearAttention"),
    Operator{.domain = "com.microsoft",
             .name = "LinearAttentionGate",
             .category = Category::Activation,
             .infer = inferGate,
             .run = runGate},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::recurrent_attention
