// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/quantization/quantized_pair.h"

namespace edgewright::ops::q_linear_add {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, c_scale, c_zero_point.
Result<void> infer(InferContext& context) { return inferQuantizedPair(context); }

Result<void> run(KernelContext& context) {
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

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearAdd",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_add
