// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of extent 1 taken away and put in.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <array>

namespace edgewright::ops::unit_axes {

namespace {

// Without axes every extent of 1 goes; a symbol might be one, so that the answer is open then.
Result<std::optional<std::vector<ir::Dim>>> squeezed(const std::vector<ir::Dim>& in, const IntList& axes) {
    std::vector<bool> drop(in.size(), false);
    if (axes.values) {
        ASSIGN_OR_RETURN(const auto normal, normaliseAxes(*axes.values, static_cast<std::int64_t>(in.size())));
        for (const std::int64_t axis : normal) {
            const ir::Dim& dim = in[static_cast<std::size_t>(axis)];
            if (dim.known() && dim.value() != 1)
                return badInput(say("axis {1} has extent {2} where 1 is expected", axis, dim.text()));
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

Result<void> inferSqueeze(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    ir::TensorType type(in->dtype);
    if (in->shape && !axes.unknown()) {
        ASSIGN_OR_RETURN(type.shape, squeezed(*in->shape, axes));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runSqueeze(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto shape, squeezed(toShape(in->dims()), intList(context, "axes", 1)));
    context.setOutput(0, in->reshaped(ir::TensorType(in->dtype(), *shape).dims().value()));
    return {};
}

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

Result<void> inferUnsqueeze(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    if (!axes.present) return badInput(say("axes are missing"));
    ir::TensorType type(in->dtype);
    if (in->shape && axes.values) {
        ASSIGN_OR_RETURN(type.shape, unsqueezed(*in->shape, *axes.values));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> runUnsqueeze(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const IntList axes = intList(context, "axes", 1);
    if (!axes.values) return badInput(say("axes are missing"));
    ASSIGN_OR_RETURN(const auto shape, unsqueezed(toShape(in->dims()), *axes.values));
    context.setOutput(0, in->reshaped(ir::TensorType(in->dtype(), shape).dims().value()));
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.name = name,
            .category = Category::DataMovement,
            .pattern = Pattern::Injective,
            .infer = infer,
            .run = run,
            .isView = true};
}

constexpr std::array Rows{
    row("Squeeze", inferSqueeze, runSqueeze),
    row("Unsqueeze", inferUnsqueeze, runUnsqueeze),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::unit_axes
