// SPDX-License-Identifier: GPL-3.0-or-later
// Index tensors of Gather and Scatter, checked and turned into element numbers in scratch memory.
#pragma once

#include "core/ops/operator.h"

#include <span>

namespace edgewright::ops {

// Every index of an integer tensor in [-extent, extent - 1], as [0, extent - 1]; else
// "index 12 is outside [-10, 9]".
Result<std::span<std::int64_t>> indicesWithin(KernelContext& context, const ir::Tensor& indices,
                                              std::int64_t extent);

// GatherElements, ScatterElements: for each entry of `indices` the element of a tensor of shape `dims` that it
// names: its own position, with the coordinate on `axis` replaced by the entry.
Result<std::span<std::int64_t>> elementPlaces(KernelContext& context, const ir::Dims& dims,
                                              const ir::Tensor& indices, std::size_t axis);

// GatherND, ScatterND: each row of `indices` (its last axis), which is input 1, names a block of `length`
// neighbouring elements. Kept from run to run where the indices are the same in each.
struct IndexedBlocks {
    std::span<const std::int64_t> places; // first element of each block
    std::int64_t length = 1;
};
Result<IndexedBlocks> indexedBlocks(KernelContext& context, const ir::Dims& dims, const ir::Tensor& indices,
                                    std::int64_t batchDims);

// Compress, Unique: the tensor whose slices along `axis` are selected: input 0, or all its elements in a row
// where the node has no attribute "axis".
struct SelectedAxis {
    ir::Tensor source;
    std::size_t axis = 0;
};
Result<SelectedAxis> selectedAxis(const ir::Node& node, const ir::Tensor& in);
Result<void> inferSelected(InferContext& context); // output 0, of unknown extent along that axis
// The extent that is selected from: of the axis, or all elements; nothing while it is not known.
std::optional<std::int64_t> selectableExtent(const ir::Node& node, Types inputs);

} // namespace edgewright::ops
