// SPDX-License-Identifier: GPL-3.0-or-later
// Queries, keys and values as the attention operators get them: split into heads or not, with a cache or
// without.
#pragma once

#include "core/ops/attention/scaled_attention.h"
#include "core/ops/operands/converted_floats.h"

namespace edgewright::ops {

// num_heads of a node, from 1 to 65536; else BadInput.
Result<std::int64_t> headsOf(const ir::Node& node);

// Extents of one attention, symbolic during inference.
struct AttentionShape {
    ir::Dim batch, heads, keyHeads, rows, columns; // columns: past and new keys
    ir::Dim past, headSize, valueSize;
    bool headsFirst = false; // [batch, heads, length, size], else [batch, length, heads * size]
};

// `a` and `b` name the same extent: the known one of the two. BadInput naming `what` when they differ.
Result<ir::Dim> sameExtent(const ir::Dim& a, const ir::Dim& b, std::string_view what);

// The shape for query, key and value without projection; null past: no cache. Head counts of 0 are taken from
// the shapes. Nothing when a shape is not known yet.
Result<std::optional<AttentionShape>> attentionShape(const ir::TensorType& query, const ir::TensorType& key,
                                                     const ir::TensorType& value, const ir::TensorType* pastKey,
                                                     const ir::TensorType* pastValue, std::int64_t heads,
                                                     std::int64_t keyHeads);

// The same with every extent known.
struct AttentionExtents {
    std::int64_t batch = 0, heads = 0, keyHeads = 0, rows = 0, columns = 0, past = 0, headSize = 0,
                 valueSize = 0;
    bool headsFirst = false;
    std::array<std::int64_t, 4> scores() const { return {batch, heads, rows, columns}; }
};
// BadInput where extents are so large that their products, even those of tensors without elements, cannot be
// counted.
Result<void> checkExtents(const AttentionExtents& extents);
Result<AttentionExtents> knownExtents(const std::optional<AttentionShape>& shape);

// Queries times keys, and what the softmax made of it times values, for every batch entry and head.
Result<MatrixProducts> attentionProducts(const Result<std::optional<AttentionShape>>& shape);

// The part that all of them have in common from there on: T is float or double.
template <typename T>
Attention<T> attentionOf(const AttentionExtents& extents);

// [batch, heads, past + length, size] = `past` (null: none) followed by `fresh`, which is [batch, heads,
// length, size] or [batch, length, heads * size]. Written to output `index` when the node has it. The elements
// keep their type.
Result<ir::Tensor> joinPast(KernelContext& context, std::size_t index, const ir::Tensor* past,
                            const ir::Tensor& fresh, std::int64_t heads);

} // namespace edgewright::ops
