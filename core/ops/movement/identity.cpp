// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::identity {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    context.setOutput(0, *in);
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    context.setOutput(0, *in);
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Identity",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .isView = true,
};

} // namespace edgewright::ops::identity
