// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::reciprocal {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Reciprocal, [](auto x) { return 1 / x; });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Reciprocal",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Reciprocal},
};

} // namespace edgewright::ops::reciprocal
