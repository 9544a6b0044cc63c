// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::relu {

namespace {

Result<void> run(KernelContext& context) {
    // Not std::max: a NaN stays a NaN.
    return runUnary(context, kernels::Unary::Relu, [](auto x) { return x < 0 ? decltype(x)(0) : x; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Relu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 6,
    .loop = {.unary = kernels::Unary::Relu},
};

} // namespace edgewright::ops::relu
