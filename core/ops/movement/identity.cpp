// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/operands.h"

namespace edgewright::ops::identity {

namespace {

Result<void> infer(InferContext& context) {
    const auto in = anyOperand(context, 0);
    if (!in) return in.error();
    context.setOutput(0, **in);
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = anyOperand(context, 0);
    if (!in) return in.error();
    context.setOutput(0, **in);
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Identity",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .isView = true,
};

} // namespace edgewright::ops::identity
