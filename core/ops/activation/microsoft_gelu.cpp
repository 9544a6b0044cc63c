// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops::microsoft_gelu {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, false, [](std::span<float> row) { applyUnary(kernels::Unary::GeluErf, row); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "Gelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
    .loop = {.unary = kernels::Unary::GeluErf},
};

} // namespace edgewright::ops::microsoft_gelu
