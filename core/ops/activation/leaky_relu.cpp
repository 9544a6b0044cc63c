// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::leaky_relu {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 0.01f);
    return runUnaryFloat(
        context, kernels::Unary::LeakyRelu,
        [alpha](auto x) { return x < 0 ? static_cast<decltype(x)>(alpha) * x : x; }, alpha);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "LeakyRelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 6,
    .sinceBfloat16 = 16,
    .loop = {.unary = kernels::Unary::LeakyRelu, .alpha = 0.01f},
};

} // namespace edgewright::ops::leaky_relu
