// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/code_pair.h"

namespace edgewright::ops {

namespace {

// a, a_scale, a_zero_point, b, b_scale, b_zero_point, c_scale, c_zero_point.
Result<void> infer(InferContext& context) { return inferCodePair(context); }

Result<void> run(KernelContext& context) {
    return runCodePair(context, [](const Coding& a, const Coding& b, const Coding& c) {
        const float left = a.scale / c.scale;
        const float right = b.scale / c.scale;
        const float constant = static_cast<float>(c.zero) -
                               (left * static_cast<float>(a.zero) + right * static_cast<float>(b.zero));
        return [=](std::int32_t x, std::int32_t y) {
            return (constant + left * static_cast<float>(x)) + right * static_cast<float>(y);
        };
    });
}

} // namespace

extern const Operator q_linear_add;
const Operator q_linear_add{
    .domain = "com.microsoft",
    .name = "QLinearAdd",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops
