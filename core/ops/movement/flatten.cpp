// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::flatten {

namespace {

Result<std::vector<ir::Dim>> flattened(const std::vector<ir::Dim>& in, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(in.size());
    if (axis < -rank || axis > rank) return badInput(say("axis {1} is outside [{2}, {3}]", axis, -rank, rank));
    if (axis < 0) axis += rank;
    std::vector<ir::Dim> result{ir::Dim(1), ir::Dim(1)};
    for (std::int64_t i = 0; i < rank; ++i) {
        ir::Dim& half = result[i < axis ? 0 : 1];
        half = multiplyDims(half, in[static_cast<std::size_t>(i)]);
    }
    return result;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype, std::vector<ir::Dim>(2));
    if (in->shape) {
        ASSIGN_OR_RETURN(type.shape, flattened(*in->shape, context.node().intOr("axis", 1)));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto shape, flattened(toShape(in->dims()), context.node().intOr("axis", 1)));
    context.setOutput(0, in->reshaped({shape[0].value(), shape[1].value()}));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Flatten",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .isView = true,
};

} // namespace edgewright::ops::flatten
