// SPDX-License-Identifier: GPL-3.0-or-later
// Integer products that come out as float32: sum * (a's scale * b's scale of the column), then + bias.
#pragma once

#include "core/ops/integer_product/integer_product.h"

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

// Inputs `scales` (one, or one per column) and `bias` (one, or one per column, or omitted); `scale` is a's.
inline Result<void> runScaledProduct(KernelContext& context, const IntegerProduct& product, float scale,
                                     std::size_t scales, std::size_t bias) {
    const std::int64_t columns = columnsOf(*product.b);
    auto multipliers = scalesOf(context, scales, columns);
    if (!multipliers) return std::move(multipliers).error();
    if (multipliers->empty()) multipliers->push_back(0.0f); // a product without columns
    for (float& each : *multipliers)
        each = scale * each;
    std::vector<float> added;
    if (bias < context.inputCount() && context.input(bias)) {
        auto given = scalesOf(context, bias, columns);
        if (!given) return std::move(given).error();
        added = *std::move(given);
    }
    return multiplyCodesScaled(context, product, *multipliers, added);
}

} // namespace edgewright::ops
