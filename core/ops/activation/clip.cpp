// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"

#include <limits>
#include <utility>

namespace edgewright::ops::clip {

namespace {

// A bound: an attribute before opset 11, an optional scalar input since; `fallback` where there is none.
template <typename T>
Result<T> boundOf(const KernelContext& context, std::size_t input, std::string_view attribute, T fallback) {
    if (context.opset() < 11) {
        if (!context.node().find(attribute)) return fallback;
        if constexpr (std::is_integral_v<T>)
            return unsupported(say("integers before opset 11"));
        else
            return static_cast<T>(context.node().floatOr(attribute, static_cast<float>(fallback)));
    }
    if (!context.node().hasInput(input)) return fallback;
    ASSIGN_OR_RETURN(const auto given, operand(context, input));
    if (given->elements() != 1)
        return badInput(say("{1} is {2} where a scalar is expected", attribute, given->type().text()));
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(ir::elementAsInt64(*given, 0));
    else
        return static_cast<T>(ir::elementAsDouble(*given, 0));
}

template <typename T>
Result<std::pair<T, T>> bounds(const KernelContext& context) {
    ASSIGN_OR_RETURN(const auto low, boundOf<T>(context, 1, "min", std::numeric_limits<T>::lowest()));
    ASSIGN_OR_RETURN(const auto high, boundOf<T>(context, 2, "max", std::numeric_limits<T>::max()));
    return std::pair(low, high);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Tensor& x = *in;
    if (isHalf(x.dtype()) || x.dtype() == ir::DataType::Float32) {
        ASSIGN_OR_RETURN(const auto range, bounds<float>(context));
        return runVectorUnary(context, kernels::Unary::Clip, range.first, range.second);
    }
    return withElementType(x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(const auto range, bounds<T>(context));
        ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), x.dims()));
        // Where min exceeds max, max wins.
        applyUnary(x.as<T>(), out.template as<T>(), [low = range.first, high = range.second](T value) {
            const T raised = value < low ? low : value;
            return raised > high ? high : raised;
        });
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "Clip",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferSame,
    .run = run,
};

} // namespace edgewright::ops::clip
