// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::add {

namespace {

Result<void> run(KernelContext& context) {
    return runBinary(context, kernels::Binary::Add, [](auto a, auto b) { return wrappingAdd(a, b); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Add",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .loop = {.binary = kernels::Binary::Add},
};

} // namespace edgewright::ops::add
