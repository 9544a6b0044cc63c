// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::cos {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, [](auto x) { return std::cos(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Cos",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 7,
};

} // namespace edgewright::ops::cos
