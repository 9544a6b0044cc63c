// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fused_activation.h"

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, true, [](std::span<float> row) { applyUnary(kernels::Unary::GeluTanh, row); });
}

} // namespace

extern const Operator fast_gelu;
const Operator fast_gelu{
    .domain = "com.microsoft",
    .name = "FastGelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
};

} // namespace edgewright::ops
