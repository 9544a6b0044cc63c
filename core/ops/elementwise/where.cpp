// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/element_sink.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::where {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    ASSIGN_OR_RETURN(const auto a, operand(context, 1));
    ASSIGN_OR_RETURN(const auto b, operand(context, 2));
    if (condition->dtype != ir::DataType::Bool && condition->dtype != ir::DataType::Undefined)
        return badInput(say("the condition is {1} where bool is expected", condition->text()));
    ir::TensorType type(a->dtype);
    if (type.dtype == ir::DataType::Undefined) type.dtype = b->dtype;
    if (b->dtype != ir::DataType::Undefined && b->dtype != type.dtype)
        return badInput(say("inputs are {1} and {2} where one element type is expected", a->text(), b->text()));
    if (condition->shape && a->shape && b->shape) {
        ASSIGN_OR_RETURN(const auto both, broadcastShapes(*a->shape, *b->shape));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*condition->shape, both));
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Steps between neighbours are 0 or 1.
void select(const std::uint8_t* chosen, std::int64_t choosing, const float* yes, std::int64_t ifYes,
            const float* no, std::int64_t ifNo, float* out, std::int64_t count) {
    if (choosing == 0) {
        const bool first = *chosen != 0;
        const float* from = first ? yes : no;
        if ((first ? ifYes : ifNo) == 0)
            std::fill_n(out, count, *from);
        else
            std::copy_n(from, count, out);
        return;
    }
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = chosen[i] != 0 ? yes[i * ifYes] : no[i * ifNo];
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    ASSIGN_OR_RETURN(const auto a, operand(context, 1));
    ASSIGN_OR_RETURN(const auto b, operand(context, 2));
    if (condition->dtype() != ir::DataType::Bool || a->dtype() != b->dtype())
        return badInput(
            say("inputs are {1}, {2} and {3}", condition->type().text(), a->type().text(), b->type().text()));
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{condition->dims(), a->dims(), b->dims()}));
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, a->dtype(), plan.dims));
    const auto* chosen = condition->as<std::uint8_t>().data();
    const std::array inner{plan.inner(0), plan.inner(1), plan.inner(2)};
    if (a->dtype() == ir::DataType::Float32) {
        const float *yes = a->as<float>().data(), *no = b->as<float>().data();
        auto* out = reinterpret_cast<float*>(sink.data());
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            select(chosen + offsets[0], inner[0], yes + offsets[1], inner[1], no + offsets[2], inner[2],
                   out + at, length);
        });
        return sink.finish();
    }
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i) {
            if (chosen[offsets[0] + i * inner[0]] != 0)
                sink.copy(at + i, *a, offsets[1] + i * inner[1]);
            else
                sink.copy(at + i, *b, offsets[2] + i * inner[2]);
        }
    });
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "Where",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::where
