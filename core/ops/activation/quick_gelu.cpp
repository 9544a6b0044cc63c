// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops::quick_gelu {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, false, [alpha = context.node().floatOr("alpha", 1.702f)](std::span<float> row) {
        applyUnary(kernels::Unary::Silu, row, alpha);
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "QuickGelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
    .loop = {.unary = kernels::Unary::Silu, .alpha = 1.702f},
};

} // namespace edgewright::ops::quick_gelu
