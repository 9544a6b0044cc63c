// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor seen along one axis: softmax, norms and searches work on one fibre at a time.
#pragma once

#include "core/base/checked.h"
#include "core/ir/tensor_type.h"

#include <span>

namespace edgewright::ops {

// Element i of fibre (o, n) lies at (o * extent + i) * inner + n.
struct Fibres {
    std::int64_t outer = 1;
    std::int64_t extent = 1;
    std::int64_t inner = 1;
};

// `axis` in [0, rank); the tensor's elements can be counted.
inline Fibres fibresOf(const ir::Dims& dims, std::int64_t axis) {
    const auto at = static_cast<std::size_t>(axis);
    return {checkedProduct(std::span(dims).first(at)).value_or(0), dims[at],
            checkedProduct(std::span(dims).subspan(at + 1)).value_or(0)};
}

// visit(offset of the first element) for every fibre; steps along it are `inner` elements.
template <typename Visit>
void forEachFibre(const Fibres& fibres, Visit visit) {
    if (fibres.outer == 0 || fibres.extent == 0 || fibres.inner == 0) return;
    for (std::int64_t o = 0; o < fibres.outer; ++o)
        for (std::int64_t n = 0; n < fibres.inner; ++n)
            visit(o * fibres.extent * fibres.inner + n);
}

} // namespace edgewright::ops
