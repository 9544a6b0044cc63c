// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <algorithm>

namespace edgewright::ops::hard_swish {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, kernels::Unary::HardSwish, [](auto x) {
        using T = decltype(x);
        return x * (std::max(T(0), std::min(T(6), x + 3)) / 6); // x + 3 is exact next to -3
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "HardSwish",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 14,
    .sinceBfloat16 = 22,
    .loop = {.unary = kernels::Unary::HardSwish},
};

} // namespace edgewright::ops::hard_swish
