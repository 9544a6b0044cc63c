// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::elu {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 1.0f);
    return runUnaryFloat(
        context, kernels::Unary::Elu,
        [alpha](auto x) { return x < 0 ? static_cast<decltype(x)>(alpha) * std::expm1(x) : x; }, alpha);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Elu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .sinceBfloat16 = 22,
    .loop = {.unary = kernels::Unary::Elu, .alpha = 1.0f},
};

} // namespace edgewright::ops::elu
