// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on optionals: a tensor or a sequence, or nothing.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

#include <array>

namespace edgewright::ops::optionals {

namespace {

using ir::Container;

Result<Container> optionalOf(Container inner) {
    if (inner == Container::Tensor) return Container::Optional;
    if (inner == Container::Sequence) return Container::OptionalSequence;
    return unsupported(say("an optional of anything but a tensor or a sequence"));
}

bool isOptional(const ir::Tensor& tensor) {
    return tensor.container() == Container::Optional || tensor.container() == Container::OptionalSequence;
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

Result<void> inferOptional(InferContext& context) {
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node(), context.input(0)));
    // A sequence or a tensor, when nothing is known of the input.
    const bool unknown = type.dtype == ir::DataType::Undefined && !type.shape;
    context.setOutput(0, unknown ? ir::TensorType() : type);
    return {};
}

Result<void> runOptional(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    const auto given = in ? std::optional(in->type()) : std::nullopt;
    ASSIGN_OR_RETURN(const auto type, typeOf(context.node(), given ? &*given : nullptr));
    std::vector<ir::Tensor> items;
    if (in) items.push_back(*in);
    context.setOutput(0, ir::Tensor::ofItems(type.container, type.dtype, std::move(items)));
    return {};
}

Result<void> inferHasElement(InferContext& context) {
    context.setOutput(0, {ir::DataType::Bool, ir::Dims{}});
    return {};
}

// No input (opset 18) is nothing; what is no optional is there.
Result<void> runHasElement(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, {}));
    out.as<bool>()[0] = in && (!isOptional(*in) || !in->items().empty());
    return {};
}

Result<void> inferGetElement(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    ir::TensorType type = *in;
    if (type.container == Container::Optional) type.container = Container::Tensor;
    if (type.container == Container::OptionalSequence) type.container = Container::Sequence;
    context.setOutput(0, std::move(type));
    return {};
}

// What is no optional (opset 18) is its own element.
Result<void> runGetElement(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    if (!isOptional(*in)) {
        context.setOutput(0, *in);
        return {};
    }
    if (in->items().empty()) return badInput(say("the optional holds nothing"));
    context.setOutput(0, in->items().front());
    return {};
}

constexpr Operator row(std::string_view name, InferFunction infer, RunFunction run) {
    return {.name = name,
            .category = Category::DataMovement,
            .infer = infer,
            .run = run,
            .takesContainers = true,
            .since = 15};
}

constexpr std::array Rows{
    row("Optional", inferOptional, runOptional),
    row("OptionalHasElement", inferHasElement, runHasElement),
    row("OptionalGetElement", inferGetElement, runGetElement),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::optionals
