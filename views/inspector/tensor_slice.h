// SPDX-License-Identifier: GPL-3.0-or-later
// Two axes of a tensor as a matrix, the others held at one index; large ones are reduced to what a picture can
// show.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <vector>

namespace edgewright::views {

struct SliceAxes {
    // Axes of the tensor; -1: none (a vector has no rows, a scalar neither).
    int rows = -1, columns = -1;
    std::vector<std::int64_t> at; // by axis; entries of the two axes are not read
};

// The last two axes that are longer than one; where all others are short, the longest two.
SliceAxes defaultAxes(const ir::Dims& dims);

struct TensorSlice {
    std::int64_t rows = 1, columns = 1; // of the tensor
    // One value per cell of `height` x `width` blocks of elements: the one of largest magnitude. NaN wins.
    std::int64_t height = 1, width = 1;
    std::vector<float> values; // row-major
    double low = 0, high = 0;  // of the finite ones
    std::int64_t nonFinite = 0;
};

// BadInput for axes or indices outside the tensor; Unsupported for strings and tensors without data.
Result<TensorSlice> sliceOf(const ir::Tensor& tensor, const SliceAxes& axes, const RunContext& run = {},
                            std::int64_t mostCells = 1024);

} // namespace edgewright::views
