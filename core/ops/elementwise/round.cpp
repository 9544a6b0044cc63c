// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::round {

namespace {

Result<void> run(KernelContext& context) {
    // Half to even, which is the rounding mode that nobody changes.
    return runUnaryFloat(context, [](auto x) { return std::nearbyint(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Round",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::round
