// SPDX-License-Identifier: GPL-3.0-or-later
// Known by its types alone: it stands for the derivative of another part of the graph, which no kernel of one
// node can compute.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::gradient {

namespace {

// One output for each name in `xs`: the derivative of y by that tensor, of its type. The tensors are the first
// inputs.
Result<void> infer(InferContext& context) {
    const ir::AttributeValue* names = context.node().find("xs");
    const auto* list = names ? std::get_if<std::vector<std::string>>(names) : nullptr;
    if (!list || list->empty()) return badInput(say("xs names no tensor"));
    for (std::size_t i = 0; i < list->size() && i < context.node().outputs.size(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        context.setOutput(i, *in);
    }
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.preview.training",
    .name = "Gradient",
    .category = Category::Compute,
    .infer = infer,
};

} // namespace edgewright::ops::gradient
