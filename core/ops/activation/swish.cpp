// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::swish {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 1.0f);
    return runUnaryFloat(
        context, kernels::Unary::Silu,
        [alpha](auto x) { return x / (1 + std::exp(-static_cast<decltype(x)>(alpha) * x)); }, alpha);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Swish",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 24,
    .loop = {.unary = kernels::Unary::Silu, .alpha = 1.0f},
};

} // namespace edgewright::ops::swish
