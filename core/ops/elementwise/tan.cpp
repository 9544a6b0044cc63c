// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::tan {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, [](auto x) { return std::tan(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Tan",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 7,
};

} // namespace edgewright::ops::tan
