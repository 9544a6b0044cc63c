// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/elementwise_member.h"

#include "core/ops/operator.h"

#include <algorithm>
#include <limits>

namespace edgewright::exec {

namespace {

using kernels::Binary;
using kernels::Unary;
using Instruction = ElementwiseTape::Instruction;
using TapeSource = ElementwiseTape::Source;

ElementwiseMember unary(Unary function, float alpha = 0, float beta = 0) {
    ElementwiseMember member;
    member.instruction.unary = function;
    member.instruction.alpha = alpha;
    member.instruction.beta = beta;
    return member;
}

// A bound of Clip: an attribute up to opset 6, then an input.
std::optional<float> boundOf(const ir::Node& node, std::int64_t opset, std::size_t input, std::string_view name,
                             float fallback, const std::function<const ir::Tensor*(std::size_t)>& constantOf) {
    if (opset < 11) return node.floatOr(name, fallback);
    if (!node.hasInput(input)) return fallback;
    const ir::Tensor* bound = constantOf(input);
    if (!bound || bound->elements() != 1) return std::nullopt;
    return static_cast<float>(ir::elementAsDouble(*bound, 0));
}

std::optional<ElementwiseMember> clip(const ir::Node& node, std::int64_t opset,
                                      const std::function<const ir::Tensor*(std::size_t)>& constantOf) {
    constexpr float Most = std::numeric_limits<float>::max();
    const auto low = boundOf(node, opset, 1, "min", -Most, constantOf);
    const auto high = boundOf(node, opset, 2, "max", Most, constantOf);
    if (!low || !high) return std::nullopt;
    return unary(Unary::Clip, *low, *high);
}

std::optional<ElementwiseMember> power(const std::function<const ir::Tensor*(std::size_t)>& constantOf) {
    const ir::Tensor* exponent = constantOf(1);
    if (!exponent || exponent->elements() != 1) return std::nullopt;
    const double value = ir::elementAsDouble(*exponent, 0);
    if (value == 2.0) return unary(Unary::Square);
    if (value == 3.0) return unary(Unary::Cube);
    return value == 0.5 ? std::optional(unary(Unary::Sqrt)) : std::nullopt;
}

} // namespace

std::optional<ElementwiseMember>
elementwiseMember(const ir::Node& node, std::int64_t opset,
                  const std::function<const ir::Tensor*(std::size_t)>& constantOf) {
    const ops::Operator* op = node.body ? nullptr : ops::find(node.domain, node.op);
    if (!op) return std::nullopt;
    if (op->pattern == ops::Pattern::ElementWise && ops::isView(node) && !node.output(1).valid()) {
        ElementwiseMember member;
        member.copies = true;
        return member;
    }
    if (const ops::LoopBody& loop = op->loop; loop.unary) {
        ElementwiseMember member =
            unary(*loop.unary, node.floatOr("alpha", loop.alpha), node.floatOr("beta", loop.beta));
        member.biased = loop.biased && node.hasInput(1);
        return member;
    } else if (loop.binary) {
        // Before opset 7, shapes met by attributes.
        if (node.inputs.size() != 2 || opset < 7) return std::nullopt;
        ElementwiseMember member;
        member.instruction.binary = true;
        member.instruction.pair = *loop.binary;
        return member;
    }
    if (node.is("Clip")) return clip(node, opset, constantOf);
    if (node.is("Pow")) return power(constantOf);
    if (node.is("Gelu"))
        return unary(node.stringOr("approximate", "none") == "tanh" ? Unary::GeluTanh : Unary::GeluErf);
    return std::nullopt;
}

std::vector<Instruction> composed(std::vector<Instruction> instructions) {
    const auto isGate = [](const Instruction& each) {
        if (each.binary) return false;
        return each.unary == Unary::Sigmoid || (each.unary == Unary::HardSigmoid && each.beta == 0.5f &&
                                                each.alpha > 0.16666f && each.alpha < 0.16667f);
    };
    for (std::size_t i = 1; i < instructions.size(); ++i) {
        const Instruction gate = instructions[i - 1];
        const Instruction& times = instructions[i];
        if (!isGate(gate) || !times.binary || times.pair != Binary::Mul) continue;
        const TapeSource result{TapeSource::Kind::Instruction, i - 1};
        const bool gated = (times.a == result && times.b == gate.a) || (times.b == result && times.a == gate.a);
        const bool readAgain = std::any_of(
            instructions.begin() + static_cast<std::ptrdiff_t>(i) + 1, instructions.end(),
            [&](const Instruction& later) { return later.a == result || (later.binary && later.b == result); });
        if (!gated || readAgain) continue;
        instructions[i] = gate;
        instructions[i].unary = gate.unary == Unary::Sigmoid ? Unary::Silu : Unary::HardSwish;
        instructions[i].alpha = 1.0f;
        instructions.erase(instructions.begin() + static_cast<std::ptrdiff_t>(i) - 1);
        for (Instruction& each : instructions)
            for (TapeSource* source : {&each.a, &each.b})
                if (source->kind == TapeSource::Kind::Instruction && source->index >= i) --source->index;
    }
    return instructions;
}

} // namespace edgewright::exec
