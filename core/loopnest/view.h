// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor as the loops of a nest go through it: as it is, as a copy with its padding, or packed into the order
// of the tiles.
#pragma once

#include "core/loopnest/nest.h"

namespace edgewright::loopnest {

// Strides are in elements. The element of a point is offset + sum over the spatial places of stride * element +
// sum over the reductions of stride * iteration.
struct View {
    const Access* access = nullptr;
    std::string pointer; // in C
    std::int64_t offset = 0;
    std::vector<std::int64_t> spatial;   // by place in Nest::spatial
    std::vector<std::int64_t> reduction; // by place in Nest::reduction
    std::int64_t tile = 0;  // of packed ones: of a tile of the vector axis, whose elements lie side by side
    bool isGuarded = false; // indices are compared with the extents at each element

    bool isPacked() const { return tile != 0; }
};

// The extents of the copy with its padding, and the least index of each dimension.
struct PaddedCopy {
    ir::Dims dims, least;
    std::size_t outer = 0; // so many dimensions are without padding: a task is a point of them
    std::int64_t floats = 1, tasks = 1;
};
PaddedCopy paddedCopy(const Access& access, const std::vector<Axis>& axes);

View viewOf(const Nest& nest, const Access& access, const std::string& pointer);
View factorView(const Nest& nest, Factor factor); // pointer: "x", "w", "packed" or "copy"
std::int64_t packedFloats(const Nest& nest);      // 0: nothing is packed

} // namespace edgewright::loopnest
