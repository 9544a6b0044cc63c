// SPDX-License-Identifier: GPL-3.0-or-later
// The common end of the Scatter operators: a copy of the data with blocks of it overwritten or combined.
#pragma once

#include "core/ops/indexing/indices.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// Output 0 = data with block i replaced by (or, after the node's attribute `reduction`, combined with) block i
// of `updates`, in order. BadInput when types differ or the reduction is unknown.
Result<void> scatterInto(KernelContext& context, const ir::Tensor& data, const ir::Tensor& updates,
                         const IndexedBlocks& blocks);

} // namespace edgewright::ops
