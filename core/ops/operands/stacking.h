// SPDX-License-Identifier: GPL-3.0-or-later
// Slices along an axis: what Loop, Scan and the sequence operators collect and hand out.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// Output `index`: the tensors, all of one type and shape, joined along a new axis; last one first when
// `reversed`. Without any tensor the output is empty and has the `declared` element type and shape, unknown
// extents as 0.
Result<void> stack(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                   std::int64_t axis, bool reversed, const ir::TensorType& declared);

// Position `at` of `axis`, which is dropped, as a tensor of its own. `at` must exist.
Result<ir::Tensor> sliceAt(KernelContext& context, const ir::Tensor& tensor, std::size_t axis, std::int64_t at);
// Positions [at, at + count) of `axis`, which is kept. They must exist.
Result<ir::Tensor> sliceRange(KernelContext& context, const ir::Tensor& tensor, std::size_t axis,
                              std::int64_t at, std::int64_t count);

// Output `index`: the tensors, of one type and of one shape but for `axis`, joined along it. At least one.
Result<void> concatenate(KernelContext& context, std::size_t index, const std::vector<ir::Tensor>& tensors,
                         std::int64_t axis);

} // namespace edgewright::ops
