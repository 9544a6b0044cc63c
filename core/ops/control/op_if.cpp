// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/either_type.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::op_if {

namespace {

Result<void> infer(InferContext& context) {
    const auto thenBranch = context.node().graph("then_branch");
    const auto elseBranch = context.node().graph("else_branch");
    if (!thenBranch || !elseBranch) return badInput(say("then_branch or else_branch is missing"));
    ASSIGN_OR_RETURN(const auto a, context.inferSubgraph(*thenBranch, {}));
    ASSIGN_OR_RETURN(const auto b, context.inferSubgraph(*elseBranch, {}));
    for (const auto& [branch, types] : {std::pair("then_branch", &a), std::pair("else_branch", &b)})
        if (types->size() < context.node().outputs.size())
            return badInput(say("{1} has {2} outputs where the If has {3}", branch, types->size(),
                                context.node().outputs.size()));
    // With a known condition the other branch has no say.
    const ir::Tensor* condition = context.value(0);
    const bool known = condition && condition->elements() == 1;
    const bool chosen = known && ir::elementAsInt64(*condition, 0) != 0;
    for (std::size_t i = 0; i < context.node().outputs.size() && i < a.size() && i < b.size(); ++i)
        context.setOutput(i, known ? (chosen ? a[i] : b[i]) : eitherType(a[i], b[i]));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto condition, operand(context, 0));
    if (condition->dtype() != ir::DataType::Bool || condition->elements() != 1)
        return badInput(say("the condition is {1} where one bool is expected", condition->type().text()));
    const auto branch =
        context.node().graph(ir::elementAsInt64(*condition, 0) != 0 ? "then_branch" : "else_branch");
    if (!branch) return badInput(say("then_branch or else_branch is missing"));
    ASSIGN_OR_RETURN(auto outputs, context.runSubgraph(*branch, {}));
    for (std::size_t i = 0; i < outputs.size() && i < context.node().outputs.size(); ++i)
        context.setOutput(i, std::move(outputs[i]));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "If",
    .category = Category::ControlFlow,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::op_if
