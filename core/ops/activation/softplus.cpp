// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::softplus {

namespace {

Result<void> run(KernelContext& context) {
    // log(1 + e^x) without overflow.
    return runUnaryFloat(context, kernels::Unary::Softplus,
                         [](auto x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x))); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Softplus",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .sinceBfloat16 = 22,
    .loop = {.unary = kernels::Unary::Softplus},
};

} // namespace edgewright::ops::softplus
