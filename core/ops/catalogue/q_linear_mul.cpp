// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/code_pair.h"

namespace edgewright::ops {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, c_scale, c_zero_point.
Result<void> infer(InferContext& context) { return inferCodePair(context); }

Result<void> run(KernelContext& context) {
    return runCodePair(context, [](const Coding& a, const Coding& b, const Coding& c) {
        const float scale = a.scale * b.scale / c.scale;
        return [=](std::int32_t x, std::int32_t y) {
            return static_cast<float>(std::int64_t(x - a.zero) * (y - b.zero)) * scale +
                   static_cast<float>(c.zero);
        };
    });
}

} // namespace

extern const Operator q_linear_mul;
const Operator q_linear_mul{
    .domain = "com.microsoft",
    .name = "QLinearMul",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
