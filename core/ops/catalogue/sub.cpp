// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise.h"
#include "core/ops/wrapping.h"

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runBinary(context, kernels::Binary::Sub, [](auto a, auto b) { return wrappingSub(a, b); });
}

} // namespace

extern const Operator sub;
const Operator sub{
    .domain = "",
    .name = "Sub",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
};

} // namespace edgewright::ops
