// SPDX-License-Identifier: GPL-3.0-or-later
// condition, x, x_scale, x_zero_point, y, y_scale, y_zero_point, z_scale, z_zero_point: the chosen codes, as
// codes of z.
#include "core/base/propagate.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/quantization/codes.h"

#include <array>

namespace edgewright::ops::q_linear_where {

namespace {

constexpr std::size_t X = 1, Y = 4, Z = 7;

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    ASSIGN_OR_RETURN(const auto x, operand(context, X));
    ASSIGN_OR_RETURN(const auto y, operand(context, Y));
    ir::TensorType type(x->dtype);
    if (condition->shape && x->shape && y->shape) {
        ASSIGN_OR_RETURN(const auto both, broadcastShapes(*x->shape, *y->shape));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*condition->shape, both));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operandOfType(context, 0, ir::DataType::Bool));
    ASSIGN_OR_RETURN(const auto x, operand(context, X));
    ASSIGN_OR_RETURN(const auto y, operandOfType(context, Y, x->dtype()));
    ASSIGN_OR_RETURN(const auto xCoding, codingOf(context, X + 1, X + 2));
    ASSIGN_OR_RETURN(const auto yCoding, codingOf(context, Y + 1, Y + 2));
    ASSIGN_OR_RETURN(const auto z, codingOf(context, Z, Z + 1));
    ASSIGN_OR_RETURN(const auto range, codeRange(x->dtype()));
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{condition->dims(), x->dims(), y->dims()}));
    const auto coded = [&](std::int32_t code, const Coding& from) {
        if (from.scale == z.scale && from.zero == z.zero) return code;
        return toCode(from.scale * static_cast<float>(code - from.zero) / z.scale, z.zero, range);
    };
    return withCodeType(x->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, x->dtype(), plan.dims));
        const std::uint8_t* choice = reinterpret_cast<const std::uint8_t*>(condition->bytes().data());
        const T* left = x->template as<T>().data();
        const T* right = y->template as<T>().data();
        T* to = out.template as<T>().data();
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
                to[at + i] = static_cast<T>(choice[offsets[0] + i * plan.inner(0)] != 0
                                                ? coded(left[offsets[1] + i * plan.inner(1)], xCoding)
                                                : coded(right[offsets[2] + i * plan.inner(2)], yCoding));
        });
        return {};
    });
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearWhere",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_where
