// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/code_table.h"

#include <cmath>

namespace edgewright::ops::q_linear_sigmoid {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point.
Result<void> infer(InferContext& context) { return inferCodeTable(context); }

Result<void> run(KernelContext& context) {
    return runCodeTable(context, [](float x) { return 1.0f / (1.0f + std::exp(-x)); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearSigmoid",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_sigmoid
