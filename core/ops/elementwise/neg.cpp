// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::neg {

namespace {

Result<void> run(KernelContext& context) {
    return runUnary(context, kernels::Unary::Neg, []<typename T>(T x) -> T {
        if constexpr (std::is_floating_point_v<T>)
            return -x;
        else
            return wrappingSub(T(0), x);
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Neg",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = inferUnary,
    .run = run,
    .loop = {.unary = kernels::Unary::Neg},
};

} // namespace edgewright::ops::neg
