// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/integers.h"

namespace edgewright::ops::bitwise_not {

namespace {

Result<void> run(KernelContext& context) {
    if (auto integer = expectInteger(context, 0); !integer) return integer;
    return runUnary(context, []<typename T>(T x) -> T {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(~x);
        else
            return x;
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "BitwiseNot",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .since = 18,
};

} // namespace edgewright::ops::bitwise_not
