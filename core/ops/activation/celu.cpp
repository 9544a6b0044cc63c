// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::celu {

namespace {

Result<void> run(KernelContext& context) {
    const float alpha = context.node().floatOr("alpha", 1.0f);
    return runUnaryFloat(context, [alpha](auto x) {
        const auto a = static_cast<decltype(x)>(alpha);
        return x > 0 ? x : a * std::expm1(x / a);
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Celu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 12,
};

} // namespace edgewright::ops::celu
