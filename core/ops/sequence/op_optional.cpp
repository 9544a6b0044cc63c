// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::op_optional {

namespace {

using ir::Container;

Result<Container> optionalOf(Container inner) {
    if (inner == Container::Tensor) return Container::Optional;
    if (inner == Container::Sequence) return Container::OptionalSequence;
    return unsupported("an optional of anything but a tensor or a sequence");
}

// Without an input the attribute says what could be inside.
Result<ir::TensorType> typeOf(const ir::Node& node, const ir::TensorType* in) {
    ir::TensorType type;
    if (in)
        type = *in;
    else if (const ir::AttributeValue* value = node.find("type"))
        if (const auto* opaque = std::get_if<ir::OpaqueAttribute>(value)) type = opaque->type;
    ASSIGN_OR_RETURN(type.container, optionalOf(type.container));
    return type;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node(), context.input(0)));
    // A sequence or a tensor, when nothing is known of the input.
    const bool unknown = type.dtype == ir::DataType::Undefined && !type.shape;
    context.setOutput(0, unknown ? ir::TensorType() : type);
    return {};
}

Result<void> run(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    const auto given = in ? std::optional(in->type()) : std::nullopt;
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node(), given ? &*given : nullptr));
    std::vector<ir::Tensor> items;
    if (in) items.push_back(*in);
    context.setOutput(0, ir::Tensor::ofItems(type.container, type.dtype, std::move(items)));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Optional",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 15,
};

} // namespace edgewright::ops::op_optional
