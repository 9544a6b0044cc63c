// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/cast_elements.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::eye_like {

namespace {

template <typename Context>
Result<ir::DataType> typeOf(const Context& context, ir::DataType input) {
    const std::int64_t number = context.node().intOr("dtype", static_cast<std::int64_t>(input));
    const auto type = ir::dataTypeFromOnnx(number);
    if (!type) return badInput(say("dtype names no element type"));
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectRank(*in, 2, say("input {1}", 0)));
    ir::TensorType type = *in;
    if (type.dtype != ir::DataType::Undefined || context.node().find("dtype")) {
        ASSIGN_OR_RETURN(type.dtype, typeOf(context, type.dtype));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->rank() != 2)
        return badInput(say("input {1} is {2} where a matrix is expected", 0, in->type().text()));
    ASSIGN_OR_RETURN(const auto type, typeOf(context, in->dtype()));
    ASSIGN_OR_RETURN(auto eye, context.allocate(ir::DataType::Float32, in->dims()));
    std::ranges::fill(eye.as<float>(), 0.0f);
    const std::int64_t rows = in->dims()[0];
    const std::int64_t columns = in->dims()[1];
    const std::int64_t k = std::clamp(context.node().intOr("k", 0), -rows, columns);
    for (std::int64_t row = std::max<std::int64_t>(0, -k); row < rows && row + k < columns; ++row)
        eye.as<float>()[static_cast<std::size_t>(row * columns + row + k)] = 1.0f;
    return castInto(context, eye, type);
}

} // namespace

extern const Operator entry{
    .name = "EyeLike",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::eye_like
