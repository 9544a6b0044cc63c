// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/code_table.h"

namespace edgewright::ops::q_linear_leaky_relu {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point.
Result<void> infer(InferContext& context) { return inferCodeTable(context); }

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 0.01f);
    return runCodeTable(context, [=](float x) { return x >= 0 ? x : alpha * x; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearLeakyRelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_leaky_relu
