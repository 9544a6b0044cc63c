// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of a plane that a point between them stands for, and their weights: GridSample's interpolation
// over 1 to 3 axes.
#pragma once

#include <cstdint>
#include <vector>

namespace edgewright::ops {

struct GridTaps {
    enum class Mode { Nearest, Linear, Cubic };
    enum class Padding { Zeros, Border, Reflection };
    struct Tap {
        std::int64_t offset; // into the plane; 0 where the weight is
        float weight;
    };

    Mode mode = Mode::Linear;
    Padding padding = Padding::Zeros;
    bool alignCorners = false;
    std::vector<std::int64_t> extents; // of the plane, each >= 1

    std::int64_t tapsPerAxis() const { return mode == Mode::Nearest ? 1 : mode == Mode::Linear ? 2 : 4; }
    std::int64_t tapsPerPoint() const; // tapsPerAxis() for each axis, multiplied
    // `point` has one coordinate per axis, the last axis first; -1 and 1 are the ends of the axis (or the
    // middles of its first and last elements with alignCorners). Writes tapsPerPoint() taps.
    void at(const float* point, Tap* taps) const;

private:
    void alongAxis(float coordinate, std::int64_t extent, std::int64_t* indices, float* weights) const;
};

} // namespace edgewright::ops
