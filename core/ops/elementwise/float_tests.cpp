// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of floating-point elements.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace edgewright::ops::float_tests {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    context.setOutput(0, in->withDtype(ir::DataType::Bool));
    return {};
}

template <typename Test>
Result<void> testElements(KernelContext& context, Test isTrue) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (!ir::isFloating(in->dtype()) && !ir::isSmallFloat(in->dtype()))
        return badInput(say("input 0 is {1} where a floating-point tensor is expected", in->type().text()));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, in->dims()));
    const auto test = [=](auto x) { return static_cast<std::uint8_t>(isTrue(x) ? 1 : 0); };
    if (in->dtype() == ir::DataType::Float64) {
        applyUnary(in->as<double>(), out.as<std::uint8_t>(), test);
        return {};
    }
    if (ir::isSmallFloat(in->dtype())) {
        for (std::int64_t i = 0; i < in->elements(); ++i)
            out.as<std::uint8_t>()[static_cast<std::size_t>(i)] = test(ir::elementAsDouble(*in, i));
        return {};
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    applyUnary(values.as<float>(), out.as<std::uint8_t>(), test);
    return {};
}

Result<void> runIsNaN(KernelContext& context) {
    return testElements(context, [](auto x) { return std::isnan(x); });
}

Result<void> runIsInf(KernelContext& context) {
    const bool positive = context.node().intOr("detect_positive", 1) != 0;
    const bool negative = context.node().intOr("detect_negative", 1) != 0;
    return testElements(context, [=](auto x) { return std::isinf(x) && (x > 0 ? positive : negative); });
}

constexpr Operator entryOf(std::string_view name, RunFunction run, std::int64_t since) {
    return {.name = name,
            .category = Category::ElementWise,
            .pattern = Pattern::ElementWise,
            .infer = infer,
            .run = run,
            .keepsHalf = true,
            .since = since};
}
constexpr std::array Rows{entryOf("IsNaN", runIsNaN, 9), entryOf("IsInf", runIsInf, 10)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::float_tests
