// SPDX-License-Identifier: GPL-3.0-or-later
// A plane with its padding around it: the last two axes of a geometry, as far as windows reach.
#pragma once

#include "core/base/checked.h"
#include "core/ops/convolution/window.h"

#include <algorithm>

namespace edgewright::ops {

struct PaddedPlane {
    std::int64_t width, height; // the width is a multiple of the stride along lines
    std::int64_t left, top;     // where the plane begins
    std::int64_t columns, rows; // of the plane that windows reach; 0: nothing but padding

    explicit PaddedPlane(const Geometry& g) {
        const auto &h = g.axes[1], &w = g.axes[2];
        width = ceilDiv(reached(w), w.window.stride) * w.window.stride;
        height = reached(h);
        left = std::min(w.window.padBegin, width);
        top = std::min(h.window.padBegin, height);
        columns = std::min(w.in, width - left);
        rows = std::min(h.in, height - top);
    }
    std::int64_t size() const { return width * height; }
    // True if it is not much larger than what goes in and comes out, with some more rows, too.
    bool isModest(const Geometry& g, std::int64_t moreRows = 0) const {
        const auto padded = checkedProduct(std::array{width, height + moreRows});
        return padded && *padded <= 4 * (g.inPlane() + g.outPlane()) + 65536;
    }

private:
    static std::int64_t reached(const Geometry::Axis& axis) {
        return (axis.out - 1) * axis.window.stride + axis.window.reach();
    }
};

} // namespace edgewright::ops
