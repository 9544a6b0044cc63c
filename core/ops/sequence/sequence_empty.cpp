// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/sequence/sequences.h"

namespace edgewright::ops::sequence_empty {

namespace {

Result<ir::DataType> elementType(const ir::Node& node) {
    const std::int64_t number = node.intOr("dtype", static_cast<std::int64_t>(ir::DataType::Float32));
    const auto type =
        number > 0 && number < 256 ? ir::dataTypeFromOnnx(static_cast<int>(number)) : std::nullopt;
    if (!type) return badInput("dtype is " + std::to_string(number) + ", which names no element type");
    return *type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, elementType(context.node()));
    context.setOutput(0, ir::TensorType::sequenceOf(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto type, elementType(context.node()));
    context.setOutput(0, ir::Tensor::ofItems(ir::Container::Sequence, type, {}));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "SequenceEmpty",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 11,
};

} // namespace edgewright::ops::sequence_empty
