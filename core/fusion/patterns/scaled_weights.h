// SPDX-License-Identifier: GPL-3.0-or-later
// Factors per channel on the weights of a linear operator, rounded to the type of the weights.
#pragma once

#include "core/ir/tensor.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::fusion {

// The channel that the weight W[i, j, ...] belongs to, on the side of the inputs or on that of the outputs:
// i itself, or, along the second axis, i / (rows / group) * columns + j.
struct WeightAxis {
    bool first = true;
    std::int64_t group = 1; // at least 1

    // At most as many as the weights have elements, where they have some and `group` divides the rows.
    std::int64_t channels(const ir::Dims& dims) const { return first ? dims[0] : dims[1] * group; }
};

// W'[i, j, ...] = factors[channel] * W[i, j, ...], computed in double. The tensor itself when every factor
// is 1. Empty when an element is not finite in its type, or when there is not one factor per channel. The rank
// is at least 2, and `group` divides the rows.
std::optional<ir::Tensor> scaledWeights(const ir::Tensor& weights, const WeightAxis& axis,
                                        const std::vector<double>& factors);

// sums[output channel] += factors[input channel] * W[i, j, ...], in row-major order. One of the two lies along
// the first axis.
void addWeighted(const ir::Tensor& weights, const WeightAxis& inputs, const std::vector<double>& factors,
                 const WeightAxis& outputs, std::vector<double>& sums);

// Small factors push the weights of a half network among the subnormal numbers, where few bits are left:
// whether that happens to any weight; and whether it happens to the largest ones of some channel, beside which
// the errors of the others count. Factors of 0 lose nothing that counts.
bool losesPrecision(const ir::Tensor& weights, const ir::Tensor& scaled);
bool losesPrecision(const ir::Tensor& weights, const ir::Tensor& scaled, const WeightAxis& axis,
                    const std::vector<double>& factors);

} // namespace edgewright::fusion
