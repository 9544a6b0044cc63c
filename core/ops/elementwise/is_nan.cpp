// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"

#include <cmath>

namespace edgewright::ops::is_nan {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    type.dtype = ir::DataType::Bool;
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (!ir::isFloating(in->dtype()) && !ir::isSmallFloat(in->dtype()))
        return badInput("input 0 is " + in->type().text() + " where a floating-point tensor is expected");
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, in->dims()));
    const auto test = [](auto x) { return static_cast<std::uint8_t>(std::isnan(x) ? 1 : 0); };
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

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "IsNaN",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
    .keepsHalf = true,
    .since = 9,
};

} // namespace edgewright::ops::is_nan
