// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/integer_product/requantize.h"
#include "core/ops/quantization/code_pair.h"

namespace edgewright::ops::q_linear_add {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, c_scale, c_zero_point.
Result<void> infer(InferContext& context) { return inferCodePair(context); }

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto pair, codePair(context));
    const Coding &a = pair.codingA, &b = pair.codingB, &c = pair.codingC;
    const float left = a.scale / c.scale;
    const float right = b.scale / c.scale;
    const float constant =
        static_cast<float>(c.zero) - (left * static_cast<float>(a.zero) + right * static_cast<float>(b.zero));
    const ir::DataType type = pair.a->dtype();
    if (ir::bitWidth(type) != 8)
        return runCodePair(context, pair, [=](std::int32_t x, std::int32_t y) {
            return (constant + left * static_cast<float>(x)) + right * static_cast<float>(y);
        });
    ASSIGN_OR_RETURN(auto out, context.output(0, type, pair.plan.dims));
    // The zero point is inside the constant.
    ASSIGN_OR_RETURN(const auto target, byteTarget(type, 0, out.mutableBytes().data()));
    const auto* x = pair.a->as<std::uint8_t>().data();
    const auto* y = pair.b->as<std::uint8_t>().data();
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    forEachRun(pair.plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        tiles.addCodes(x + offsets[0], pair.plan.inner(0), y + offsets[1], pair.plan.inner(1), length,
                       type == ir::DataType::Int8, constant, left, right, advanced(target, at));
    });
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearAdd",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_add
