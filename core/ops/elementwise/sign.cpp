// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::sign {

namespace {

Result<void> run(KernelContext& context) {
    return runUnary(context, []<typename T>(T x) -> T {
        if (x > T(0)) return T(1);
        if constexpr (std::is_signed_v<T> || std::is_floating_point_v<T>)
            if (x < T(0)) return T(-1);
        return x == T(0) ? T(0) : x; // a NaN stays
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Sign",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::sign
