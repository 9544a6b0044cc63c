// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_residual.h"

#include <array>

namespace edgewright::ops::skip_normalizations {

namespace {

constexpr Operator skip(std::string_view name, RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Normalisation,
            .infer = inferResidual,
            .run = run};
}

constexpr std::array Rows{
    skip("SkipLayerNormalization",
         [](KernelContext& context) { return runResidual(context, {.centred = true, .shift = 3, .bias = 4}); }),
    skip("SkipSimplifiedLayerNormalization",
         [](KernelContext& context) {
             return runResidual(context, {.centred = false, .shift = std::nullopt, .bias = 3});
         }),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::skip_normalizations
