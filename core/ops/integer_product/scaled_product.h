// SPDX-License-Identifier: GPL-3.0-or-later
// Integer products that come out as float32: sum * (a's scale * b's scale of the column), then + bias.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_product.h"

namespace edgewright::ops {

inline Result<void> inferScaledProduct(InferContext& context, std::size_t right) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto b, operand(context, right));
    ASSIGN_OR_RETURN(auto type, inferProduct(*a, *b));
    type.dtype = ir::DataType::Float32;
    context.setOutput(0, std::move(type));
    return {};
}

// Inputs `scales` (one, or one per column) and `bias` (one, or one per column, or omitted); `scale` is a's.
inline Result<void> runScaledProduct(KernelContext& context, const IntegerProduct& product, float scale,
                                     std::size_t scales, std::size_t bias) {
    const std::int64_t columns = columnsOf(*product.b);
    ASSIGN_OR_RETURN(auto multipliers, scalesOf(context, scales, columns));
    if (multipliers.empty()) multipliers.push_back(0.0f); // a product without columns
    for (float& each : multipliers)
        each = scale * each;
    std::vector<float> added;
    if (bias < context.inputCount() && context.input(bias)) {
        ASSIGN_OR_RETURN(added, scalesOf(context, bias, columns));
    }
    return multiplyCodesScaled(context, product, multipliers, added);
}

} // namespace edgewright::ops
