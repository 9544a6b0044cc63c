// SPDX-License-Identifier: GPL-3.0-or-later
// The normalisation between two blocks of a transformer: what a block computed is added to what it got, and the
// sum is normalised along its last axis.
#pragma once

#include "core/ops/operator.h"

#include <optional>
#include <span>

namespace edgewright::ops {

struct RowMoments {
    float mean = 0; // 0 when rows are not centred
    float inverse = 0;
};
// out = (in - mean) / sqrt(variance + epsilon) * scale + shift, or in / sqrt(mean square + epsilon) * scale
// when not `centred`. `scale` is as long as `in`; `shift` too, or empty.
RowMoments normaliseRow(std::span<const float> in, std::span<const float> scale, std::span<const float> shift,
                        bool centred, double epsilon, std::span<float> out);

// The inputs of such a node: input 0 is normalised, input 1 is added to it (the same shape, or
// without leading axes, or with extents of 1 there).
struct ResidualNode {
    bool centred = true;
    std::size_t scale = 2;
    std::optional<std::size_t> shift;
    std::size_t bias = 4;   // added as well; may be omitted
    float epsilon = 1e-12f; // where the attribute is missing
};

// Outputs: the result, mean and 1 / deviation of each row, the sum.
Result<void> inferResidual(InferContext& context);
Result<void> runResidual(KernelContext& context, const ResidualNode& node);

} // namespace edgewright::ops
