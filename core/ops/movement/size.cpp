// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::size {

namespace {

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    if (const auto elements = (*in)->elements())
        context.setValue(0, ir::Tensor::scalar(*elements));
    else if ((*in)->shape)
        context.setExtents(0, {ir::DataType::Int64, ir::Dims{}}, {multiplyDims(*(*in)->shape)});
    else
        context.setOutput(0, {ir::DataType::Int64, ir::Dims{}});
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    auto out = context.output(0, ir::DataType::Int64, {});
    if (!out) return std::move(out).error();
    out->as<std::int64_t>()[0] = (*in)->elements();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Size",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::size
