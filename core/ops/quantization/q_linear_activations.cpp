// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs: x, x_scale, x_zero_point, y_scale, y_zero_point.
#include "core/ops/quantization/code_table.h"

#include <cmath>

namespace edgewright::ops::q_linear_activations {

namespace {

Result<void> runLeakyRelu(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 0.01f);
    return runCodeTable(context, [=](float x) { return x >= 0 ? x : alpha * x; });
}

Result<void> runSigmoid(KernelContext& context) {
    return runCodeTable(context, [](float x) { return 1.0f / (1.0f + std::exp(-x)); });
}

constexpr Operator activation(std::string_view name, RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Activation,
            .pattern = Pattern::ElementWise,
            .infer = inferSame,
            .run = run};
}

constexpr std::array Rows{
    activation("QLinearLeakyRelu", runLeakyRelu),
    activation("QLinearSigmoid", runSigmoid),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::q_linear_activations
