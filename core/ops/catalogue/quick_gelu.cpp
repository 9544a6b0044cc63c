// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fused_activation.h"

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, false, [alpha = context.node().floatOr("alpha", 1.702f)](std::span<float> row) {
        applyUnary(kernels::Unary::Silu, row, alpha);
    });
}

} // namespace

extern const Operator quick_gelu;
const Operator quick_gelu{
    .domain = "com.microsoft",
    .name = "QuickGelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
};

} // namespace edgewright::ops
