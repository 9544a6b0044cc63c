// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::optional_has_element {

namespace {

Result<void> infer(InferContext& context) {
    context.setOutput(0, {ir::DataType::Bool, ir::Dims{}});
    return {};
}

// No input (opset 18) is nothing; what is no optional is there.
Result<void> run(KernelContext& context) {
    const ir::Tensor* in = context.inputCount() > 0 ? context.input(0) : nullptr;
    const bool optional = in && (in->container() == ir::Container::Optional ||
                                 in->container() == ir::Container::OptionalSequence);
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, {}));
    out.as<bool>()[0] = in && (!optional || !in->items().empty());
    return {};
}

} // namespace

extern const Operator entry{
    .name = "OptionalHasElement",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .takesContainers = true,
    .since = 15,
};

} // namespace edgewright::ops::optional_has_element
