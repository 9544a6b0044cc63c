// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_residual.h"

namespace edgewright::ops::skip_layer_normalization {

namespace {

Result<void> run(KernelContext& context) {
    return runResidual(context, {.centred = true, .shift = 3, .bias = 4});
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "SkipLayerNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = inferResidual,
    .run = run,
};

} // namespace edgewright::ops::skip_layer_normalization
