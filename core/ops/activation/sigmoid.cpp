// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::sigmoid {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Sigmoid, [](auto x) { return 1 / (1 + std::exp(-x)); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Sigmoid",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Sigmoid},
};

} // namespace edgewright::ops::sigmoid
