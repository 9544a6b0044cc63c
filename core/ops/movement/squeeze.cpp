// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

namespace edgewright::ops::squeeze {

namespace {

// Without axes every extent of 1 goes; a symbol might be one, so that the answer is open then.
Result<std::optional<std::vector<ir::Dim>>> squeezed(const std::vector<ir::Dim>& in, const IntList& axes) {
    std::vector<bool> drop(in.size(), false);
    if (axes.values) {
        ASSIGN_OR_RETURN(const auto normal, normaliseAxes(*axes.values, static_cast<std::int64_t>(in.size())));
        for (const std::int64_t axis : normal) {
            const ir::Dim& dim = in[static_cast<std::size_t>(axis)];
            if (dim.known() && dim.value() != 1)
                return badInput("axis " + std::to_string(axis) + " has extent " + dim.text() +
                                " where 1 is expected");
            drop[static_cast<std::size_t>(axis)] = true;
        }
    } else {
        for (std::size_t i = 0; i < in.size(); ++i) {
            if (!in[i].known()) return std::optional<std::vector<ir::Dim>>();
            drop[i] = in[i].value() == 1;
        }
    }
    std::vector<ir::Dim> result;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (!drop[i]) result.push_back(in[i]);
    return std::optional(std::move(result));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    ir::TensorType type(in->dtype);
    if (in->shape && !axes.unknown()) {
        ASSIGN_OR_RETURN(type.shape, squeezed(*in->shape, axes));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto shape, squeezed(toShape(in->dims()), intList(context, "axes", 1)));
    context.setOutput(0, in->reshaped(ir::TensorType(in->dtype(), *shape).dims().value()));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Squeeze",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .isView = true,
};

} // namespace edgewright::ops::squeeze
