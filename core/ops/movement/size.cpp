// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::size {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (const auto elements = in->elements())
        context.setValue(0, ir::Tensor::scalar(*elements));
    else if (in->shape)
        context.setExtents(0, {ir::DataType::Int64, ir::Dims{}}, {multiplyDims(*in->shape)});
    else
        context.setOutput(0, {ir::DataType::Int64, ir::Dims{}});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {}));
    out.as<std::int64_t>()[0] = in->elements();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Size",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::size
