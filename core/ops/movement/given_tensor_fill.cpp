// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/filled_shape.h"

#include <algorithm>

namespace edgewright::ops::given_tensor_fill {

namespace {

Result<void> infer(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? in->dims() : std::nullopt));
    const ir::DataType type = ir::DataType::Float32;
    context.setOutput(0, dims ? ir::TensorType(type, *dims) : ir::TensorType(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    ASSIGN_OR_RETURN(const auto dims, filledShape(context, in ? std::optional(in->dims()) : std::nullopt));
    if (!dims) return badInput("the shape is missing");
    const auto values = context.node().floats("values");
    if (checkedProduct(*dims) != static_cast<std::int64_t>(values.size()))
        return badInput("there are " + std::to_string(values.size()) + " values for " +
                        ir::TensorType(ir::DataType::Float32, *dims).text());
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, *dims));
    std::ranges::copy(values, out.as<float>().begin());
    return {};
}

} // namespace

extern const Operator entry{
    .name = "GivenTensorFill",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::given_tensor_fill
