// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/wrapping.h"

#include <cmath>

namespace edgewright::ops::range {

namespace {

// ceil((limit - start) / delta) elements, at least 0.
Result<std::int64_t> countOf(const ir::Tensor& start, const ir::Tensor& limit, const ir::Tensor& delta) {
    if (start.elements() != 1 || limit.elements() != 1 || delta.elements() != 1 || !start.hasData() ||
        !limit.hasData() || !delta.hasData() || start.dtype() != limit.dtype() ||
        start.dtype() != delta.dtype())
        return badInput(say("start, limit and delta must be one number each, of one type"));
    constexpr std::int64_t maxCount = std::int64_t(1) << 34;
    if (ir::isInteger(start.dtype())) {
        const std::int64_t step = ir::elementAsInt64(delta, 0);
        const std::int64_t first = ir::elementAsInt64(start, 0);
        const std::int64_t last = ir::elementAsInt64(limit, 0);
        if (step == 0) return badInput(say("delta is 0"));
        if (step > 0 ? last <= first : last >= first) return std::int64_t(0);
        // Unsigned, so that no difference or step overflows.
        const auto distance = step > 0 ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
                                       : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(last);
        const auto size = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
        const std::uint64_t count = distance / size + (distance % size != 0 ? 1 : 0);
        if (count > static_cast<std::uint64_t>(maxCount))
            return badInput(say("the range has too many elements"));
        return static_cast<std::int64_t>(count);
    }
    const double step = ir::elementAsDouble(delta, 0);
    const double count = std::ceil((ir::elementAsDouble(limit, 0) - ir::elementAsDouble(start, 0)) / step);
    if (std::isnan(count) || step == 0) return badInput(say("delta is 0 or a bound is not a number"));
    if (count > static_cast<double>(maxCount)) return badInput(say("the range has too many elements"));
    return count > 0 ? static_cast<std::int64_t>(count) : 0;
}

// The same count from symbols; taken to be at least 0.
std::optional<ir::Dim> openCount(const InferContext& context) {
    const auto start = context.extents(0);
    const auto limit = context.extents(1);
    const auto delta = context.extents(2);
    if (!start || !limit || !delta || start->size() != 1 || limit->size() != 1 || delta->size() != 1)
        return std::nullopt;
    const auto step = ir::constantOf(delta->front());
    if (!step || *step < 1) return std::nullopt;
    return ir::ceilDivide(ir::minus(limit->front(), start->front()), ir::Dim(*step));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto start, operand(context, 0));
    ir::TensorType type(start->dtype, std::vector<ir::Dim>(1));
    const ir::Tensor* first = context.value(0);
    const ir::Tensor* limit = context.value(1);
    const ir::Tensor* delta = context.value(2);
    if (first && limit && delta) {
        ASSIGN_OR_RETURN(const auto count, countOf(*first, *limit, *delta));
        (*type.shape)[0] = ir::Dim(count);
    } else if (const auto symbols = openCount(context)) {
        (*type.shape)[0] = *symbols;
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    for (std::size_t i = 0; i < 3; ++i)
        RETURN_IF_ERROR(operand(context, i));
    const ir::Tensor& start = *context.input(0);
    const ir::Tensor& delta = *context.input(2);
    ASSIGN_OR_RETURN(const auto count, countOf(start, *context.input(1), delta));
    if (isHalf(start.dtype())) {
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, start.dtype(), {count}));
        const auto first = static_cast<float>(ir::elementAsDouble(start, 0));
        const auto step = static_cast<float>(ir::elementAsDouble(delta, 0));
        auto elements = out.data();
        for (std::size_t i = 0; i < elements.size(); ++i)
            elements[i] = first + static_cast<float>(i) * step;
        out.finish();
        return {};
    }
    return withElementType(start.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, start.dtype(), {count}));
        const T first = start.as<T>()[0];
        const T step = delta.as<T>()[0];
        auto elements = out.template as<T>();
        for (std::size_t i = 0; i < elements.size(); ++i)
            elements[i] = wrappingAdd(first, wrappingMul(static_cast<T>(i), step));
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "Range",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::range
