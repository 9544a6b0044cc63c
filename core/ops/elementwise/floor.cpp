// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::floor {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::Floor, [](auto x) { return std::floor(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Floor",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Floor},
};

} // namespace edgewright::ops::floor
