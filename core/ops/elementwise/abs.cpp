// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

#include <cmath>

namespace edgewright::ops::abs {

namespace {

Result<void> run(KernelContext& context) {
    return runUnary(context, kernels::Unary::Abs, []<typename T>(T x) -> T {
        if constexpr (std::is_floating_point_v<T>)
            return std::abs(x);
        else
            return x < T(0) ? wrappingSub(T(0), x) : x;
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Abs",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Abs},
};

} // namespace edgewright::ops::abs
