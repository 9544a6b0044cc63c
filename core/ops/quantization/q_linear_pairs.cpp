// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise operators on two quantized tensors. Inputs: a, a_scale, a_zero_point, b, b_scale, b_zero_point,
// c_scale, c_zero_point.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/quantization/codes.h"
#include "core/ops/quantization/requantize.h"

#include <array>

namespace edgewright::ops::q_linear_pairs {

namespace {

Result<void> infer(InferContext& context) {
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

Result<QuantizedPair> quantizedPair(const KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, 3));
    if (a->dtype() != b->dtype())
        return badInput(say("inputs are {1} and {2}", a->type().text(), b->type().text()));
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

// The codes of one operand for every element of the result.
Result<const std::uint8_t*> spreadOut(KernelContext& context, const BroadcastPlan& plan, std::size_t index,
                                      const ir::Tensor& codes) {
    const auto* const from = codes.as<std::uint8_t>().data();
    if (codes.dims() == plan.dims) return from;
    ASSIGN_OR_RETURN(const auto all, context.scratchOf<std::uint8_t>(plan.elements));
    std::uint8_t* const to = all.data();
    const bool repeats = plan.inner(index) == 0;
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        const std::uint8_t* const run = from + offsets[index];
        for (std::int64_t i = 0; i < length; ++i)
            to[at + i] = run[repeats ? 0 : i];
    });
    return to;
}

// The same of 8-bit codes in whole vectors: combine(x, xStep, y, yStep, count, flip, target), as a kernel of
// kernels::IntegerTiles takes them.
template <typename Combine>
Result<void> runQuantizedBytes(KernelContext& context, const QuantizedPair& pair, Combine combine) {
    const ir::DataType type = pair.a->dtype();
    ASSIGN_OR_RETURN(auto out, context.output(0, type, pair.plan.dims));
    // The zero point is inside what is rounded.
    ASSIGN_OR_RETURN(const auto target, byteTarget(type, 0, out.mutableBytes().data()));
    constexpr std::int64_t ShortRun = 64; // codes: calls for fewer cost more than spreading them out
    if (runLength(pair.plan) < ShortRun && runCount(pair.plan) > 1) {
        ASSIGN_OR_RETURN(const auto a, spreadOut(context, pair.plan, 0, *pair.a));
        ASSIGN_OR_RETURN(const auto b, spreadOut(context, pair.plan, 1, *pair.b));
        combine(a, 1, b, 1, pair.plan.elements, flipOf(type), target);
        return {};
    }
    const auto* x = pair.a->as<std::uint8_t>().data();
    const auto* y = pair.b->as<std::uint8_t>().data();
    forEachRun(pair.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        combine(x + offsets[0], pair.plan.inner(0), y + offsets[1], pair.plan.inner(1), length, flipOf(type),
                advanced(target, at));
    });
    return {};
}

Result<void> runAdd(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto pair, quantizedPair(context));
    const Coding &a = pair.codingA, &b = pair.codingB, &c = pair.codingC;
    const float left = a.scale / c.scale;
    const float right = b.scale / c.scale;
    const float constant =
        static_cast<float>(c.zero) - (left * static_cast<float>(a.zero) + right * static_cast<float>(b.zero));
    if (ir::bitWidth(pair.a->dtype()) != 8)
        return runQuantizedPair(context, pair, [=](std::int32_t x, std::int32_t y) {
            return (constant + left * static_cast<float>(x)) + right * static_cast<float>(y);
        });
    return runQuantizedBytes(context, pair,
                             [&, add = kernels::table().integer->addCodes](
                                 const std::uint8_t* x, std::int64_t xStep, const std::uint8_t* y,
                                 std::int64_t yStep, std::int64_t count, std::uint8_t flip,
                                 const kernels::IntegerTarget& target) {
                                 add(x, xStep, y, yStep, count, flip, constant, left, right, target);
                             });
}

Result<void> runMul(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto pair, quantizedPair(context));
    const Coding &a = pair.codingA, &b = pair.codingB, &c = pair.codingC;
    const float scale = a.scale * b.scale / c.scale;
    const auto zero = static_cast<float>(c.zero);
    const auto small = [](std::int32_t number) { return number >= -255 && number <= 255; };
    if (ir::bitWidth(pair.a->dtype()) == 8 && small(a.zero) && small(b.zero)) // the product fits 32 bits
        return runQuantizedBytes(
            context, pair,
            [&, multiply = kernels::table().integer->multiplyCodes](
                const std::uint8_t* x, std::int64_t xStep, const std::uint8_t* y, std::int64_t yStep,
                std::int64_t count, std::uint8_t flip, const kernels::IntegerTarget& target) {
                multiply(x, xStep, y, yStep, count, flip, a.zero + flip, b.zero + flip, scale, zero, target);
            });
    return runQuantizedPair(context, pair, [=](std::int32_t x, std::int32_t y) {
        return static_cast<float>(std::int64_t(x - a.zero) * (y - b.zero)) * scale + zero;
    });
}

constexpr Operator row(std::string_view name, RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::ElementWise,
            .pattern = Pattern::Broadcast,
            .infer = infer,
            .run = run};
}

constexpr std::array Rows{row("QLinearAdd", runAdd), row("QLinearMul", runMul)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::q_linear_pairs
