// SPDX-License-Identifier: GPL-3.0-or-later
// Masks as the attention operators of com.microsoft take them: a number that is added to the scores of padding.
#pragma once

#include "core/ops/attention/attention_heads.h"

namespace edgewright::ops {

// Float32 [batch or 1, 1, rows or 1, columns] to be added to the scores: 0, or the node's mask_filter_value
// where the integer mask at input `index` says padding. The mask is [batch, columns] or [batch, rows, columns]
// with 0 for padding, [batch] with the number of leading keys that count, or [2 * batch] with ends and then
// begins; a mask [batch, 1] says nothing. With `causal`, keys behind a row's own get the lowest float. Without
// mask and `causal` a tensor without data.
Result<ir::Tensor> paddingBias(KernelContext& context, std::size_t index, const AttentionExtents& extents,
                               bool causal);

// Adds paddingBias, and input `bias`, which broadcasts to the scores, to the attention. `held` keeps the data
// alive.
Result<void> addBiases(KernelContext& context, std::size_t mask, std::size_t bias,
                       const AttentionExtents& extents, bool causal, Attention<float>& attention,
                       std::array<ir::Tensor, 2>& held);

// The attribute `scale`, or 1 / sqrt(size of a head).
float scaleOf(const ir::Node& node, std::int64_t headSize);

} // namespace edgewright::ops
