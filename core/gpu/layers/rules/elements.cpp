// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one number and operators of two, with operands that repeat.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/fused/elementwise_member.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/steps.h"

namespace edgewright::gpu::elements_layer {

namespace {

std::optional<exec::ElementwiseMember> memberOf(const LayerContext& context) {
    return exec::elementwiseMember(context.node(), context.opset(),
                                   [&](std::size_t input) { return context.constant(input); });
}

Result<void> make(LayerContext& context) {
    const auto member = memberOf(context);
    if (!member || member->biased) return unsupported(say("its bounds or its exponent are no constants"));
    const auto& instruction = member->instruction;
    ASSIGN_OR_RETURN(const ir::Dims y, context.resultDims());
    ASSIGN_OR_RETURN(const ir::Dims a, context.dims(0));
    ASSIGN_OR_RETURN(const ir::Dims b, instruction.binary ? context.dims(1) : context.dims(0));
    const auto steps = stepsOf(y, a, b);
    if (!steps) return unsupported(say("its operands repeat along too many axes"));
    ASSIGN_OR_RETURN(const Operand left, context.input(0));
    ASSIGN_OR_RETURN(const Operand right, instruction.binary ? context.input(1) : Result<Operand>(Nothing{}));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    const Ending& ending = context.ending();
    if (instruction.binary) {
        context.launch(elementsLaunch(*steps, static_cast<int>(instruction.pair), ending.function, ending.alpha,
                                      ending.beta, left, right, result));
        return {};
    }
    if (ending.function >= 0) { // one function behind another
        ASSIGN_OR_RETURN(const Operand between, Result<Operand>(context.scratch(countOf(y))));
        context.launch(elementsLaunch(*steps, -1, static_cast<int>(instruction.unary), instruction.alpha,
                                      instruction.beta, left, Nothing{}, between));
        context.launch(
            elementsLaunch(*steps, -1, ending.function, ending.alpha, ending.beta, between, Nothing{}, result));
        return {};
    }
    context.launch(elementsLaunch(*steps, -1, static_cast<int>(instruction.unary), instruction.alpha,
                                  instruction.beta, left, Nothing{}, result));
    return {};
}

bool takes(const ir::Node& node, std::int64_t opset) {
    static const ir::Tensor some = ir::Tensor::scalar(2.0f); // bounds are looked at when it is made
    const auto member =
        exec::elementwiseMember(node, opset, [](std::size_t) -> const ir::Tensor* { return &some; });
    return member && !member->copies;
}

} // namespace

extern const LayerRule entry{"elements", takes, make, Takes::Function};

} // namespace edgewright::gpu::elements_layer
