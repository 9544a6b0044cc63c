// SPDX-License-Identifier: GPL-3.0-or-later
// Symbolic extents: sums and products stay known where they can.
#pragma once

#include "core/base/checked.h"
#include "core/ir/tensor_type.h"

namespace edgewright::ops {

// Unknown when either is not known (or the result does not fit); 0 + x and 1 * x keep a symbol.
inline ir::Dim addDims(const ir::Dim& a, const ir::Dim& b) {
    if (a.known() && a.value() == 0) return b;
    if (b.known() && b.value() == 0) return a;
    if (!a.known() || !b.known()) return {};
    const auto sum = checkedAdd(a.value(), b.value());
    return sum ? ir::Dim(*sum) : ir::Dim();
}

inline ir::Dim multiplyDims(const ir::Dim& a, const ir::Dim& b) {
    if (a.known() && a.value() == 1) return b;
    if (b.known() && b.value() == 1) return a;
    if (!a.known() || !b.known()) return {};
    const auto product = checkedMul(a.value(), b.value());
    return product ? ir::Dim(*product) : ir::Dim();
}

inline std::vector<ir::Dim> toShape(const ir::Dims& dims) { return {dims.begin(), dims.end()}; }

} // namespace edgewright::ops
