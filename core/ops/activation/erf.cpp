// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::erf {

namespace {

Result<void> run(KernelContext& context) {
    return runUnary(context, kernels::Unary::Erf, [](auto x) { return static_cast<decltype(x)>(std::erf(x)); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Erf",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 9,
    .loop = {.unary = kernels::Unary::Erf},
};

} // namespace edgewright::ops::erf
