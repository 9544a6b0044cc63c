// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/quantization/quantized_pair.h"

namespace edgewright::ops::q_linear_mul {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, c_scale, c_zero_point.
Result<void> infer(InferContext& context) { return inferQuantizedPair(context); }

Result<void> run(KernelContext& context) {
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

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearMul",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_mul
