// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::mish {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Mish, [](auto x) {
        return x * std::tanh((x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x))));
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Mish",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 18,
    .sinceBfloat16 = 22,
    .loop = {.unary = kernels::Unary::Mish},
};

} // namespace edgewright::ops::mish
