// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"

namespace edgewright::ops::cum_sum {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    context.setOutput(0, *in);
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto axes = knownInts(context, 1);
    if (!axes || axes->size() != 1) return badInput("the axis must be one integer");
    ASSIGN_OR_RETURN(const auto normal, normaliseAxis(axes->front(), in->rank()));
    const auto axis = static_cast<std::size_t>(normal);
    const bool exclusive = context.node().intOr("exclusive", 0) != 0;
    const bool reverse = context.node().intOr("reverse", 0) != 0;
    const std::int64_t extent = in->dims()[axis];
    const std::int64_t inner = rowMajorStrides(in->dims())[axis];
    const std::int64_t lines = in->elements() == 0 ? 0 : in->elements() / extent;
    const auto sum = [&](const auto* from, auto* to) {
        for (std::int64_t line = 0; line < lines; ++line) {
            const std::int64_t base = line / inner * extent * inner + line % inner;
            auto total = std::remove_cvref_t<decltype(*to)>(0);
            for (std::int64_t i = 0; i < extent; ++i) {
                const std::int64_t at = base + (reverse ? extent - 1 - i : i) * inner;
                const auto before = total;
                total = wrappingAdd(total, from[at]);
                to[at] = exclusive ? before : total;
            }
        }
    };
    if (isHalf(in->dtype())) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), in->dims()));
        sum(values.as<float>().data(), out.data().data());
        out.finish();
        return {};
    }
    return withElementType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), in->dims()));
        sum(in->template as<T>().data(), out.template as<T>().data());
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "CumSum",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::cum_sum
