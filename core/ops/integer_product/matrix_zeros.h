// SPDX-License-Identifier: GPL-3.0-or-later
// The zero points of an integer matrix product.
#pragma once

#include "core/base/propagate.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops {

struct MatrixZeros {
    std::vector<std::int32_t> a; // one, or one per row of the left matrix
    std::vector<std::int32_t> b; // one, or one per column of the right matrix
};

inline Result<MatrixZeros> matrixZeros(const KernelContext& context, const ir::Tensor& a, std::size_t aIndex,
                                       const ir::Tensor& b, std::size_t bIndex) {
    const auto single = [&](std::size_t index) {
        const ir::Tensor* zero = index < context.inputCount() ? context.input(index) : nullptr;
        return !zero || zero->elements() == 1;
    };
    const std::int64_t rows = single(aIndex) || a.rank() < 2 ? 1 : a.dims()[a.dims().size() - 2];
    const std::int64_t columns = single(bIndex) || b.rank() < 2 ? 1 : b.dims().back();
    ASSIGN_OR_RETURN(auto left, zerosOf(context, aIndex, rows));
    ASSIGN_OR_RETURN(auto right, zerosOf(context, bIndex, columns));
    return MatrixZeros{std::move(left), std::move(right)};
}

} // namespace edgewright::ops
