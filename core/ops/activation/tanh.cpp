// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::tanh {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Tanh, [](auto x) { return std::tanh(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Tanh",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Tanh},
};

} // namespace edgewright::ops::tanh
