// SPDX-License-Identifier: GPL-3.0-or-later
// Integer products that come out as float32: sum * (a's scale * b's scale of the column), then + bias.
#pragma once

#include "core/ops/codes.h"
#include "core/ops/integer_product.h"

namespace edgewright::ops {

inline Result<void> inferScaledProduct(InferContext& context, std::size_t right) {
    const auto a = operand(context, 0);
    if (!a) return a.error();
    const auto b = operand(context, right);
    if (!b) return b.error();
    auto type = inferProduct(**a, **b);
    if (!type) return std::move(type).error();
    type->dtype = ir::DataType::Float32;
    context.setOutput(0, *std::move(type));
    return {};
}

// Each product and sum is rounded to float32. Inputs `scales` (one, or one per column) and `bias` (one per
// column, or omitted).
inline Result<void> writeScaled(KernelContext& context, const IntegerProduct& product, float scale,
                                std::size_t scales, std::size_t bias) {
    auto multipliers = scalesOf(context, scales, product.columns);
    if (!multipliers) return std::move(multipliers).error();
    for (float& each : *multipliers)
        each = scale * each;
    std::vector<float> added(multipliers->size(), 0.0f);
    const bool biased = bias < context.inputCount() && context.input(bias);
    if (biased) {
        auto given = scalesOf(context, bias, product.columns);
        if (!given) return std::move(given).error();
        added = *std::move(given);
    }
    auto out = context.output(0, ir::DataType::Float32, product.dims);
    if (!out) return std::move(out).error();
    for (std::size_t i = 0; i < product.sums.size(); ++i) {
        const std::size_t column = i % multipliers->size();
        const float scaled = static_cast<float>(product.sums[i]) * (*multipliers)[column];
        out->as<float>()[i] = biased ? scaled + added[column] : scaled;
    }
    return {};
}

} // namespace edgewright::ops
