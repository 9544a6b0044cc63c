// SPDX-License-Identifier: GPL-3.0-or-later
// A [..., K] times transposed weights [N, K] whose extents are attributes, since the weights are codes in
// blocks.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

struct BlockExtents {
    std::int64_t n = 0, k = 0;
    std::int64_t block = 0;                                   // weights that share a scale
    std::int64_t blocks() const { return ceilDiv(k, block); } // of a row
};

// N, K and block_size, each from 1 to 2^31 - 1; BadInput names the one that is not.
Result<BlockExtents> blockExtentsOf(const ir::Node& node);

// BadInput where it is known that A does not have rows of K.
Result<void> checkRows(const ir::TensorType& a, const BlockExtents& extents);

// Operator::infer and Operator::products of such a node.
Result<void> inferBlockProduct(InferContext& context);
Result<MatrixProducts> blockProducts(const ir::Node& node, Types inputs, Types outputs);

} // namespace edgewright::ops
