// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::softsign {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, [](auto x) { return x / (1 + std::abs(x)); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Softsign",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .sinceBfloat16 = 22,
};

} // namespace edgewright::ops::softsign
