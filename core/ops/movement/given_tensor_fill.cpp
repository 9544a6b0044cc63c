// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/filled_shape.h"

#include <algorithm>

namespace edgewright::ops::given_tensor_fill {

namespace {

Result<void> infer(InferContext& context) {
    const ir::TensorType* in = context.input(0);
    const auto dims = filledShape(context, in ? in->dims() : std::nullopt);
    if (!dims) return dims.error();
    const ir::DataType type = ir::DataType::Float32;
    context.setOutput(0, *dims ? ir::TensorType(type, **dims) : ir::TensorType(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    const auto dims = filledShape(context, in ? std::optional(in->dims()) : std::nullopt);
    if (!dims) return dims.error();
    if (!*dims) return badInput("the shape is missing");
    const auto values = context.node().floats("values");
    if (checkedProduct(**dims) != static_cast<std::int64_t>(values.size()))
        return badInput("there are " + std::to_string(values.size()) + " values for " +
                        ir::TensorType(ir::DataType::Float32, **dims).text());
    auto out = context.output(0, ir::DataType::Float32, **dims);
    if (!out) return std::move(out).error();
    std::ranges::copy(values, out->as<float>().begin());
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "GivenTensorFill",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::given_tensor_fill
