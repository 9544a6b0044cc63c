// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

#include <limits>

namespace edgewright::ops::shrink {

namespace {

Result<void> run(KernelContext& context) {
    const float lambd = context.node().floatOr("lambd", 0.5f);
    const float bias = context.node().floatOr("bias", 0.0f);
    return runUnary(context, [lambd, bias](auto x) -> decltype(x) {
        using T = decltype(x);
        if constexpr (std::is_floating_point_v<T>) {
            const T limit = static_cast<T>(lambd), shift = static_cast<T>(bias);
            return x < -limit ? x + shift : x > limit ? x - shift : T(0);
        } else {
            const double value = static_cast<double>(x);
            const double limit = static_cast<double>(lambd), shift = static_cast<double>(bias);
            const double result = value < -limit ? value + shift : value > limit ? value - shift : 0.0;
            constexpr auto low = static_cast<double>(std::numeric_limits<T>::min());
            constexpr auto high = static_cast<double>(std::numeric_limits<T>::max());
            if (!(result > low)) return std::numeric_limits<T>::min();
            return result >= high ? std::numeric_limits<T>::max() : static_cast<T>(result);
        }
    });
}

} // namespace

extern const Operator entry{
    .name = "Shrink",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferSame,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::shrink
