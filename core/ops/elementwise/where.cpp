// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/element_sink.h"

#include <array>

namespace edgewright::ops::where {

namespace {

Result<void> infer(InferContext& context) {
    const auto condition = operand(context, 0);
    if (!condition) return condition.error();
    const auto a = operand(context, 1);
    if (!a) return a.error();
    const auto b = operand(context, 2);
    if (!b) return b.error();
    if ((*condition)->dtype != ir::DataType::Bool && (*condition)->dtype != ir::DataType::Undefined)
        return badInput("the condition is " + (*condition)->text() + " where bool is expected");
    ir::TensorType type((*a)->dtype);
    if (type.dtype == ir::DataType::Undefined) type.dtype = (*b)->dtype;
    if ((*b)->dtype != ir::DataType::Undefined && (*b)->dtype != type.dtype)
        return badInput("inputs are " + (*a)->text() + " and " + (*b)->text() +
                        " where one element type is expected");
    if ((*condition)->shape && (*a)->shape && (*b)->shape) {
        const auto both = broadcastShapes(*(*a)->shape, *(*b)->shape);
        if (!both) return both.error();
        auto all = broadcastShapes(*(*condition)->shape, *both);
        if (!all) return std::move(all).error();
        type.shape = *std::move(all);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto condition = operand(context, 0);
    if (!condition) return condition.error();
    const auto a = operand(context, 1);
    if (!a) return a.error();
    const auto b = operand(context, 2);
    if (!b) return b.error();
    if ((*condition)->dtype() != ir::DataType::Bool || (*a)->dtype() != (*b)->dtype())
        return badInput("inputs are " + (*condition)->type().text() + ", " + (*a)->type().text() + " and " +
                        (*b)->type().text());
    const auto plan = broadcastPlan(std::array{(*condition)->dims(), (*a)->dims(), (*b)->dims()});
    if (!plan) return plan.error();
    auto sink = ElementSink::make(context, 0, (*a)->dtype(), plan->dims);
    if (!sink) return std::move(sink).error();
    const auto* chosen = (*condition)->as<std::uint8_t>().data();
    const std::array inner{plan->inner(0), plan->inner(1), plan->inner(2)};
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i) {
            if (chosen[offsets[0] + i * inner[0]] != 0)
                sink->copy(at + i, **a, offsets[1] + i * inner[1]);
            else
                sink->copy(at + i, **b, offsets[2] + i * inner[2]);
        }
    });
    sink->finish();
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
