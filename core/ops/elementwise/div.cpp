// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/integers.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::div {

namespace {

Result<void> run(KernelContext& context) {
    if (auto divisible = expectNonZero(context, 1); !divisible) return divisible;
    return runBinary(context, kernels::Binary::Div, [](auto a, auto b) { return wrappingDiv(a, b); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Div",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Div},
};

} // namespace edgewright::ops::div
