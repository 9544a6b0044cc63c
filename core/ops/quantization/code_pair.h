// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise operators on two tensors of codes: a, its scale and zero point, b and its, then those of the
// result.
#pragma once

#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/quantization/codes.h"

#include <array>

namespace edgewright::ops {

inline Result<void> inferCodePair(InferContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    ir::TensorType type((*a)->dtype);
    if ((*a)->shape && (*b)->shape) {
        auto shape = broadcastShapes(*(*a)->shape, *(*b)->shape);
        if (!shape) return std::move(shape).error();
        type.shape = *std::move(shape);
    }
    context.setOutput(0, std::move(type));
    return {};
}

struct CodePair {
    const ir::Tensor* a = nullptr;
    const ir::Tensor* b = nullptr;
    Coding codingA, codingB, codingC;
    BroadcastPlan plan;
};

inline Result<CodePair> codePair(const KernelContext& context) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, 3);
    if (!b) return b.error();
    if ((*a)->dtype() != (*b)->dtype())
        return badInput("inputs are " + (*a)->type().text() + " and " + (*b)->type().text());
    const auto codingA = codingOf(context, 1, 2);
    if (!codingA) return codingA.error();
    const auto codingB = codingOf(context, 4, 5);
    if (!codingB) return codingB.error();
    const auto codingC = codingOf(context, 6, 7);
    if (!codingC) return codingC.error();
    auto plan = broadcastPlan(std::array{(*a)->dims(), (*b)->dims()});
    if (!plan) return std::move(plan).error();
    return CodePair{*a, *b, *codingA, *codingB, *codingC, *std::move(plan)};
}

// combine(a, b) is the function of two codes whose result, with the zero point inside, is rounded to a code.
template <typename Combine>
Result<void> runCodePair(KernelContext& context, const CodePair& pair, Combine combine) {
    const ir::DataType type = pair.a->dtype();
    const auto range = codeRange(type);
    if (!range) return range.error();
    return withCodeType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        auto out = context.output(0, type, pair.plan.dims);
        if (!out) return std::move(out).error();
        applyBinary(pair.plan, pair.a->template as<T>().data(), pair.b->template as<T>().data(),
                    out->template as<T>().data(),
                    [&](T x, T y) { return static_cast<T>(toShiftedCode(combine(x, y), *range)); });
        return {};
    });
}

} // namespace edgewright::ops
