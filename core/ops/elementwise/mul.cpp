// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::mul {

namespace {

Result<void> run(KernelContext& context) {
    return runBinary(context, kernels::Binary::Mul, [](auto a, auto b) { return wrappingMul(a, b); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Mul",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Mul},
};

} // namespace edgewright::ops::mul
