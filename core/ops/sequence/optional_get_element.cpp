// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::optional_get_element {

namespace {

using ir::Container;

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    ir::TensorType type = *in;
    if (type.container == Container::Optional) type.container = Container::Tensor;
    if (type.container == Container::OptionalSequence) type.container = Container::Sequence;
    context.setOutput(0, std::move(type));
    return {};
}

// What is no optional (opset 18) is its own element.
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, anyOperand(context, 0));
    if (in->container() != Container::Optional && in->container() != Container::OptionalSequence) {
        context.setOutput(0, *in);
        return {};
    }
    if (in->items().empty()) return badInput("the optional holds nothing");
    context.setOutput(0, in->items().front());
    return {};
}

} // namespace

extern const Operator entry{
    .name = "OptionalGetElement",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 15,
};

} // namespace edgewright::ops::optional_get_element
