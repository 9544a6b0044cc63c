// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops::bias_gelu {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, true, [](std::span<float> row) { applyUnary(kernels::Unary::GeluErf, row); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "BiasGelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
    .loop = {.unary = kernels::Unary::GeluErf, .biased = true},
};

} // namespace edgewright::ops::bias_gelu
