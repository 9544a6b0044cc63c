// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearAdd, QLinearMul and QLinearConcat: elements of arrays of codes as other codes, rounded as this machine
// does.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"
#include "core/gpu/layers/steps.h"

#include <algorithm>
#include <array>

namespace edgewright::gpu::code_elements_layer {

namespace {

CodePair sumOf(const Coding& a, const Coding& b, const Coding& y) {
    CodePair pair;
    pair.left = a.scale / y.scale;
    pair.right = b.scale / y.scale;
    pair.constant = static_cast<float>(y.zero) -
                    (pair.left * static_cast<float>(a.zero) + pair.right * static_cast<float>(b.zero));
    return pair;
}

CodePair productOf(const Coding& a, const Coding& b, const Coding& y) {
    CodePair pair;
    pair.multiplies = true;
    pair.aZero = a.zero, pair.bZero = b.zero;
    pair.left = a.scale * b.scale / y.scale;
    pair.constant = static_cast<float>(y.zero);
    return pair;
}

Result<void> makePair(LayerContext& context) {
    const ir::DataType type = context.type(0);
    if (context.type(3) != type || context.resultType() != type)
        return unsupported(say("its codes are of different types"));
    ASSIGN_OR_RETURN(const ir::Dims a, context.dims(0, Numbers::Codes));
    ASSIGN_OR_RETURN(const ir::Dims b, context.dims(3, Numbers::Codes));
    ASSIGN_OR_RETURN(const ir::Dims y, context.resultDims(Numbers::Codes));
    const auto steps = stepsOf(y, a, b);
    if (!steps) return unsupported(say("its operands repeat along too many axes"));
    ASSIGN_OR_RETURN(const Coding codingA, codingOf(context, 1, 2, type));
    ASSIGN_OR_RETURN(const Coding codingB, codingOf(context, 4, 5, type));
    ASSIGN_OR_RETURN(const Coding codingY, codingOf(context, 6, 7, type));
    CodePair pair = context.node().op == "QLinearAdd" ? sumOf(codingA, codingB, codingY)
                                                      : productOf(codingA, codingB, codingY);
    pair.low = boundsOf(type).low, pair.high = boundsOf(type).high;
    ASSIGN_OR_RETURN(const Operand left, context.input(0));
    ASSIGN_OR_RETURN(const Operand right, context.input(3));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    context.launch(codePairLaunch(*steps, pair, sourceOf(type), left, right, result));
    return {};
}

// The codes of `count` elements in another coding: by the numbers that they stand for.
Operand recoded(LayerContext& context, std::int64_t count, ir::DataType type, const Operand& x,
                const Coding& from, const Coding& to) {
    const CodeRuns runs{count, 1, count};
    const Operand numbers = context.scratch(count), codes = context.scratch(count, Type::Int8);
    context.launch(dequantizeLaunch(runs, sourceOf(type), x, context.weight(std::vector<float>{from.scale}),
                                    wholeWeight(context, 1, from.zero), numbers));
    context.launch(quantizeLaunch(runs, boundsOf(type).low, boundsOf(type).high, numbers,
                                  context.weight(std::vector<float>{to.scale}),
                                  wholeWeight(context, 1, to.zero), codes));
    return codes;
}

Result<void> makeConcat(LayerContext& context) {
    constexpr std::size_t First = 2; // tensor, scale and zero point of each part
    const ir::DataType type = context.resultType();
    ASSIGN_OR_RETURN(const ir::Dims out, context.resultDims(Numbers::Codes));
    const auto rank = static_cast<std::int64_t>(out.size());
    std::int64_t axis = context.node().intOr("axis", 0);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return unsupported(say("its axis is not there"));
    const std::int64_t row = countOf(out, static_cast<std::size_t>(axis)), rows = countOf(out) / row;
    ASSIGN_OR_RETURN(const Coding to, codingOf(context, 0, 1, type));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    std::int64_t at = 0;
    for (std::size_t i = First; i + 2 < context.node().inputs.size(); i += 3) {
        ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(i, Numbers::Codes));
        ASSIGN_OR_RETURN(const Coding from, codingOf(context, i + 1, i + 2, type));
        const std::int64_t columns = countOf(dims) / rows;
        ASSIGN_OR_RETURN(const Operand x, context.input(i));
        const bool isSame = from.scale == to.scale && from.zero == to.zero;
        const Operand codes = isSame ? x : recoded(context, countOf(dims), type, x, from, to);
        context.launch(placeLaunch({rows, columns, columns, 0, row, at}, codes, y, Type::Int8));
        at += columns;
    }
    if (at != row) return unsupported(say("its inputs do not fit its result"));
    return {};
}

bool takes(const ir::Node& node, std::int64_t) {
    constexpr std::array Names{"QLinearAdd", "QLinearMul", "QLinearConcat"};
    return node.domain == "com.microsoft" &&
           std::ranges::any_of(Names, [&](const char* name) { return node.op == name; });
}

} // namespace

extern const LayerRule entry{"code_elements", takes, [](LayerContext& context) {
                                 return context.node().op == "QLinearConcat" ? makeConcat(context)
                                                                             : makePair(context);
                             }};

} // namespace edgewright::gpu::code_elements_layer
