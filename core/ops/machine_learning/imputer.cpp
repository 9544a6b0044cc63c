// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"

namespace edgewright::ops::imputer {

namespace {

Result<void> infer(InferContext& context) { return inferUnary(context); }

// Values for floats and for integers are different attributes.
template <typename T>
Result<void> impute(const ir::Node& node, std::span<const T> in, std::span<T> out, std::size_t width) {
    std::vector<T> values;
    T replaced{};
    if constexpr (std::is_floating_point_v<T>) {
        for (const float value : node.floats("imputed_value_floats"))
            values.push_back(static_cast<T>(value));
        replaced = static_cast<T>(node.floatOr("replaced_value_float", 0.0f));
    } else {
        for (const std::int64_t value : node.ints("imputed_value_int64s"))
            values.push_back(static_cast<T>(value));
        replaced = static_cast<T>(node.intOr("replaced_value_int64", 0));
    }
    if (values.empty() || (values.size() != 1 && values.size() != width))
        return badInput("there are " + std::to_string(values.size()) + " imputed values where 1 or " +
                        std::to_string(width) + " are expected");
    for (std::size_t i = 0; i < in.size(); ++i) {
        const bool both = in[i] == replaced || (in[i] != in[i] && replaced != replaced); // a NaN equals a NaN
        out[i] = both ? values[values.size() == 1 ? 0 : i % width] : in[i];
    }
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::size_t width = in->rank() == 0 ? 1 : static_cast<std::size_t>(in->dims().back());
    return withElementType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), in->dims()));
        return impute<T>(context.node(), in->template as<T>(), out.template as<T>(), width);
    });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "Imputer",
    .category = Category::ElementWise,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::imputer
