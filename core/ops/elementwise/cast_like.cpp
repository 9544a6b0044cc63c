// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::cast_like {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto like, operand(context, 1));
    ir::TensorType out = *in;
    out.dtype = like->dtype;
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto like, operand(context, 1));
    ASSIGN_OR_RETURN(const auto rounding, roundingOf(context.node()));
    return castInto(context, *in, like->dtype(), rounding);
}

} // namespace

extern const Operator entry{
    .name = "CastLike",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .keepsHalf = true,
    .since = 15,
};

} // namespace edgewright::ops::cast_like
