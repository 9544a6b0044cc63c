// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise operators on two quantized tensors: a, its scale and zero point, b and its, then those of the
// result.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/quantization/requantize.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/quantization/codes.h"

#include <array>

namespace edgewright::ops {

inline Result<void> inferQuantizedPair(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    ir::TensorType type(a->dtype);
    if (a->shape && b->shape) {
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*a->shape, *b->shape));
    }
    context.setOutput(0, std::move(type));
    return {};
}

struct QuantizedPair {
    const ir::Tensor* a = nullptr;
    const ir::Tensor* b = nullptr;
    Coding codingA, codingB, codingC;
    BroadcastPlan plan;
};

inline Result<QuantizedPair> quantizedPair(const KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    if (a->dtype() != b->dtype())
        return badInput("inputs are " + a->type().text() + " and " + b->type().text());
    ASSIGN_OR_RETURN(const auto codingA, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto codingB, codingOf(context, 4, 5));
    ASSIGN_OR_RETURN(const auto codingC, codingOf(context, 6, 7));
    ASSIGN_OR_RETURN(auto plan, broadcastPlan(std::array{a->dims(), b->dims()}));
    return QuantizedPair{a, b, codingA, codingB, codingC, std::move(plan)};
}

// combine(a, b) is the function of two codes whose result, with the zero point inside, is rounded to a code.
template <typename Combine>
Result<void> runQuantizedPair(KernelContext& context, const QuantizedPair& pair, Combine combine) {
    const ir::DataType type = pair.a->dtype();
    ASSIGN_OR_RETURN(const auto range, codeRange(type));
    return withCodeType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, pair.plan.dims));
        applyBinary(pair.plan, pair.a->template as<T>().data(), pair.b->template as<T>().data(),
                    out.template as<T>().data(),
                    [&](T x, T y) { return static_cast<T>(toShiftedCode(combine(x, y), range)); });
        return {};
    });
}

// The same of 8-bit codes in whole vectors: combine(x, xStep, y, yStep, count, flip, target), as a kernel of
// kernels::IntegerTiles takes them.
template <typename Combine>
Result<void> runQuantizedBytes(KernelContext& context, const QuantizedPair& pair, Combine combine) {
    const ir::DataType type = pair.a->dtype();
    ASSIGN_OR_RETURN(auto out, context.output(0, type, pair.plan.dims));
    // The zero point is inside what is rounded.
    ASSIGN_OR_RETURN(const auto target, byteTarget(type, 0, out.mutableBytes().data()));
    const auto* x = pair.a->as<std::uint8_t>().data();
    const auto* y = pair.b->as<std::uint8_t>().data();
    forEachRun(pair.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        combine(x + offsets[0], pair.plan.inner(0), y + offsets[1], pair.plan.inner(1), length, flipOf(type),
                advanced(target, at));
    });
    return {};
}

} // namespace edgewright::ops
