// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::unsqueeze {

namespace {

Result<std::vector<ir::Dim>> unsqueezed(const std::vector<ir::Dim>& in, const std::vector<std::int64_t>& axes) {
    const std::size_t rank = in.size() + axes.size();
    ASSIGN_OR_RETURN(const auto normal, normaliseAxes(axes, static_cast<std::int64_t>(rank)));
    std::vector<ir::Dim> result(rank);
    std::vector<bool> added(rank, false);
    for (const std::int64_t axis : normal)
        added[static_cast<std::size_t>(axis)] = true;
    std::size_t next = 0;
    for (std::size_t i = 0; i < rank; ++i)
        result[i] = added[i] ? ir::Dim(1) : in[next++];
    return result;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    if (!axes.present) return badInput("axes are missing");
    ir::TensorType type(in->dtype);
    if (in->shape && axes.values) {
        ASSIGN_OR_RETURN(type.shape, unsqueezed(*in->shape, *axes.values));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    if (!axes.values) return badInput("axes are missing");
    ASSIGN_OR_RETURN(const auto shape, unsqueezed(toShape(in->dims()), *axes.values));
    context.setOutput(0, in->reshaped(ir::TensorType(in->dtype(), shape).dims().value()));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Unsqueeze",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .isView = true,
};

} // namespace edgewright::ops::unsqueeze
