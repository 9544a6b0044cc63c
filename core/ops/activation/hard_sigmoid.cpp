// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <algorithm>

namespace edgewright::ops::hard_sigmoid {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 0.2f);
    const float beta = context.node().floatOr("beta", 0.5f);
    return runUnaryFloat(
        context, kernels::Unary::HardSigmoid,
        [=](auto x) {
            using T = decltype(x);
            return std::max(T(0), std::min(T(1), static_cast<T>(alpha) * x + static_cast<T>(beta)));
        },
        alpha, beta);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "HardSigmoid",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .sinceBfloat16 = 22,
    .loop = {.unary = kernels::Unary::HardSigmoid, .alpha = 0.2f, .beta = 0.5f},
};

} // namespace edgewright::ops::hard_sigmoid
