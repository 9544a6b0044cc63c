// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes with symbols in them.
#pragma once

#include "core/base/checked.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ir/tensor_type.h"

namespace edgewright::ops {

inline ir::Dim addDims(const ir::Dim& a, const ir::Dim& b) { return ir::plus(a, b); }
inline ir::Dim multiplyDims(const ir::Dim& a, const ir::Dim& b) { return ir::times(a, b); }

// All extents multiplied: the number of elements.
inline ir::Dim multiplyDims(const std::vector<ir::Dim>& dims) {
    ir::Dim product(1);
    for (const ir::Dim& dim : dims)
        product = ir::times(product, dim);
    return product;
}

inline std::vector<ir::Dim> toShape(const ir::Dims& dims) { return {dims.begin(), dims.end()}; }

} // namespace edgewright::ops
