// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::acosh {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, [](auto x) { return std::acosh(x); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Acosh",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::acosh
