// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops::fast_gelu {

namespace {

Result<void> run(KernelContext& context) {
    return runBiased(context, true, [](std::span<float> row) { applyUnary(kernels::Unary::GeluTanh, row); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "FastGelu",
    .category = Category::Activation,
    .pattern = Pattern::ElementWise,
    .infer = inferBiased,
    .run = run,
    .loop = {.unary = kernels::Unary::GeluTanh, .biased = true},
};

} // namespace edgewright::ops::fast_gelu
