// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// Before opset 10 the mask has the type of the data.
ir::DataType maskType(std::int64_t opset, ir::DataType data) { return opset >= 10 ? ir::DataType::Bool : data; }

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    ir::TensorType mask = **in;
    mask.dtype = maskType(context.opset(), mask.dtype);
    context.setOutput(0, **in);
    context.setOutput(1, std::move(mask));
    return {};
}

// Inference: nothing is dropped.
Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const ir::Tensor* training = context.inputCount() > 2 ? context.input(2) : nullptr;
    const ir::Tensor* ratio = context.inputCount() > 1 ? context.input(1) : nullptr;
    const bool drops = !ratio || ratio->elements() != 1 || ir::elementAsDouble(*ratio, 0) != 0;
    if (drops && training && training->elements() == 1 && ir::elementAsInt64(*training, 0) != 0)
        return unsupported("training_mode is true; only inference is computed");
    context.setOutput(0, **in);
    if (!context.wantsOutput(1)) return {};
    const ir::DataType type = maskType(context.opset(), (*in)->dtype());
    auto mask = context.output(1, type, (*in)->dims());
    if (!mask) return std::move(mask).error();
    switch (type) {
    case ir::DataType::Bool:
        std::ranges::fill(mask->as<std::uint8_t>(), std::uint8_t(1));
        return {};
    case ir::DataType::Float32:
        std::ranges::fill(mask->as<float>(), 1.0f);
        return {};
    case ir::DataType::Float64:
        std::ranges::fill(mask->as<double>(), 1.0);
        return {};
    case ir::DataType::Float16:
        std::ranges::fill(mask->as<std::uint16_t>(), ir::floatToHalf(1.0f));
        return {};
    default:
        return unsupported("a mask of type " + std::string(ir::dataTypeName(type)));
    }
}

} // namespace

extern const Operator dropout;
const Operator dropout{
    .domain = "",
    .name = "Dropout",
    .category = Category::DataMovement,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
