// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <cmath>
#include <numbers>

namespace edgewright::ops::gelu {

namespace {

Result<void> run(KernelContext& context) {
    const std::string approximate = context.node().stringOr("approximate", "none");
    if (approximate != "none" && approximate != "tanh")
        return badInput("approximate is '" + approximate + "' where 'none' or 'tanh' is expected");
    if (approximate == "tanh")
        return runUnaryFloat(context, kernels::Unary::GeluTanh, [](auto x) {
            using T = decltype(x);
            constexpr T scale = T(2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2); // sqrt(2 / pi)
            return T(0.5) * x * (1 + std::tanh(scale * (x + T(0.044715) * x * x * x)));
        });
    return runUnaryFloat(context, kernels::Unary::GeluErf, [](auto x) {
        using T = decltype(x);
        return T(0.5) * x * (1 + std::erf(x / T(std::numbers::sqrt2)));
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Gelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 20,
};

} // namespace edgewright::ops::gelu
