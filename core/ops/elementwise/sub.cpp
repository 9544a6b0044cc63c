// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::sub {

namespace {

Result<void> run(KernelContext& context) {
    return runBinary(context, kernels::Binary::Sub, [](auto a, auto b) { return wrappingSub(a, b); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Sub",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Sub},
};

} // namespace edgewright::ops::sub
