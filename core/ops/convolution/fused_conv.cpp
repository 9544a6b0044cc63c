// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/activation/fused_activation.h"

namespace edgewright::ops {

namespace conv {
extern const Operator entry;
}

namespace fused_conv {

namespace {

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(checkActivation(context.node()));
    return conv::entry.infer(context);
}

Result<void> run(KernelContext& context) {
    // HardSigmoid and Clip take two parameters, LeakyRelu one.
    const auto parameters = context.node().floats("activation_params");
    return runFused(context, {.op = &conv::entry,
                              .alpha = parameters.empty() ? 0.0f : parameters[0],
                              .beta = parameters.size() < 2 ? 0.0f : parameters[1],
                              .added = 3});
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "FusedConv",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = convolutionProducts<0, 1>,
    .run = run,
};

} // namespace fused_conv

} // namespace edgewright::ops
