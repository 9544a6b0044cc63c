// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops {

namespace gemm {
extern const Operator entry;
}

namespace fused_gemm {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(checkActivation(context.node()));
    return gemm::entry.infer(context);
}

Result<void> run(KernelContext& context) {
    return runFused(context, {.op = &gemm::entry,
                              .alpha = context.node().floatOr("activation_alpha", 0.0f),
                              .beta = context.node().floatOr("activation_beta", 0.0f)});
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "FusedGemm",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = gemmProducts<0, 1>,
    .run = run,
};

} // namespace fused_gemm

} // namespace edgewright::ops
