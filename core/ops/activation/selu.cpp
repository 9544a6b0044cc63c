// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::selu {

namespace {

Result<void> run(KernelContext& context) {
    // Opset 1 rounded the constants of Klambauer et al. (2017) to four decimals.
    const bool old = context.opset() < 6;
    const float alpha = context.node().floatOr("alpha", old ? 1.6732f : 1.67326319217681884765625f);
    const float gamma = context.node().floatOr("gamma", old ? 1.0507f : 1.05070102214813232421875f);
    return runUnaryFloat(context, [=](auto x) {
        using T = decltype(x);
        return static_cast<T>(gamma) * (x > 0 ? x : static_cast<T>(alpha) * std::expm1(x));
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Selu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
};

} // namespace edgewright::ops::selu
