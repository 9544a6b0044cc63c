// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/element_sink.h"

#include <array>

namespace edgewright::ops::where {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    ASSIGN_OR_RETURN(const auto a, operand(context, 1));
    ASSIGN_OR_RETURN(const auto b, operand(context, 2));
    if (condition->dtype != ir::DataType::Bool && condition->dtype != ir::DataType::Undefined)
        return badInput("the condition is " + condition->text() + " where bool is expected");
    ir::TensorType type(a->dtype);
    if (type.dtype == ir::DataType::Undefined) type.dtype = b->dtype;
    if (b->dtype != ir::DataType::Undefined && b->dtype != type.dtype)
        return badInput("inputs are " + a->text() + " and " + b->text() +
                        " where one element type is expected");
    if (condition->shape && a->shape && b->shape) {
        ASSIGN_OR_RETURN(const auto both, broadcastShapes(*a->shape, *b->shape));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*condition->shape, both));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    ASSIGN_OR_RETURN(const auto a, operand(context, 1));
    ASSIGN_OR_RETURN(const auto b, operand(context, 2));
    if (condition->dtype() != ir::DataType::Bool || a->dtype() != b->dtype())
        return badInput("inputs are " + condition->type().text() + ", " + a->type().text() + " and " +
                        b->type().text());
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{condition->dims(), a->dims(), b->dims()}));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, a->dtype(), plan.dims));
    const auto* chosen = condition->as<std::uint8_t>().data();
    const std::array inner{plan.inner(0), plan.inner(1), plan.inner(2)};
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i) {
            if (chosen[offsets[0] + i * inner[0]] != 0)
                sink.copy(at + i, *a, offsets[1] + i * inner[1]);
            else
                sink.copy(at + i, *b, offsets[2] + i * inner[2]);
        }
    });
    sink.finish();
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Where",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::where
