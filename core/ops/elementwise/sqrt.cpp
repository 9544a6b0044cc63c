// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::sqrt {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Sqrt, [](auto x) { return std::sqrt(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Sqrt",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Sqrt},
};

} // namespace edgewright::ops::sqrt
