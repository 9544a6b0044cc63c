// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_residual.h"

namespace edgewright::ops::skip_simplified_layer_normalization {

namespace {

Result<void> run(KernelContext& context) {
    return runResidual(context, {.centred = false, .shift = std::nullopt, .bias = 3});
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "SkipSimplifiedLayerNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::Opaque,
    .infer = inferResidual,
    .run = run,
};

} // namespace edgewright::ops::skip_simplified_layer_normalization
