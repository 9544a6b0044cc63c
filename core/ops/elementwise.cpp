// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise.h"

#include <array>

namespace edgewright::ops {

Result<void> inferUnary(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    context.setOutput(0, **in);
    return {};
}

namespace {

// Shape of all inputs broadcast together, with the first known dtype.
Result<ir::TensorType> broadcastType(const InferContext& context) {
    const auto first = operand(context, 0);
    if (!first) return first.error();
    ir::TensorType type = **first;
    for (std::size_t i = 1; i < context.node().inputs.size(); ++i) {
        const auto next = operand(context, i);
        if (!next) return next.error();
        const ir::TensorType& other = **next;
        if (type.dtype == ir::DataType::Undefined) type.dtype = other.dtype;
        if (other.dtype != ir::DataType::Undefined && other.dtype != type.dtype)
            return badInput("inputs are " + type.text() + " and " + other.text() +
                            " where one element type is expected");
        if (!type.shape || !other.shape) {
            type.shape.reset();
            continue;
        }
        auto shape = broadcastShapes(*type.shape, *other.shape);
        if (!shape) return std::move(shape).error();
        type.shape = *std::move(shape);
    }
    return type;
}

} // namespace

Result<void> inferBinary(InferContext& context) {
    auto type = broadcastType(context);
    if (!type) return std::move(type).error();
    context.setOutput(0, *std::move(type));
    return {};
}

Result<void> inferCompare(InferContext& context) {
    auto type = broadcastType(context);
    if (!type) return std::move(type).error();
    type->dtype = ir::DataType::Bool;
    context.setOutput(0, *std::move(type));
    return {};
}

Result<BinaryOperands> binaryOperands(const KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 1);
    if (!b) return b.error();
    if ((*a)->dtype() != (*b)->dtype())
        return badInput("inputs are " + (*a)->type().text() + " and " + (*b)->type().text() +
                        " where one element type is expected");
    auto plan = broadcastPlan(std::array{(*a)->dims(), (*b)->dims()});
    if (!plan) return std::move(plan).error();
    return BinaryOperands{*a, *b, *std::move(plan)};
}

} // namespace edgewright::ops
