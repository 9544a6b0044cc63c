// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise.h"

#include <cmath>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runUnaryFloat(context, [](auto x) { return x / (1 + std::abs(x)); });
}

} // namespace

extern const Operator softsign;
const Operator softsign{
    .domain = "",
    .name = "Softsign",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
};

} // namespace edgewright::ops
