// SPDX-License-Identifier: GPL-3.0-or-later
// A layer as an array and its memories see it: what its tiles are tiles of.
#pragma once

#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

#include <algorithm>
#include <cstdint>

namespace edgewright::cost {

// `count` tiles, all of extent `full` but the last, of `edge`.
struct Split {
    double count = 1, full = 1, edge = 1;
    Split() = default;
    Split(std::int64_t extent, std::int64_t tile)
        : count(static_cast<double>((extent + tile - 1) / tile)), full(static_cast<double>(tile)),
          edge(static_cast<double>(extent - (extent - 1) / tile * tile)) {}
    template <typename Function>
    double sum(Function of) const {
        return (count - 1) * of(full) + of(edge);
    }
};

// One axis of the input under windows.
struct TiledAxis {
    std::int64_t out = 1, in = 1; // `in` without padding
    double filter = 1, stride = 1, dilation = 1;
    // Input positions under so many neighbouring windows, padding included: with gaps only what is touched.
    double under(double windows) const {
        const double reach = (filter - 1) * dilation + 1;
        return stride >= reach ? windows * filter : (windows - 1) * stride + reach;
    }
};

struct TiledLayer {
    TiledAxis high, wide;
    std::int64_t filters = 1;  // of one group
    std::int64_t channels = 1; // of one group; a matrix product has as many as its K
    double taps = 1;           // K = taps * channels
    double images = 1;         // that share weights
    double groups = 1;         // that do not: of the convolution, or heads, or executions of the node
    double pack = 1;           // groups that lie on the array at once
    double word = 1;           // bytes of an element
    bool inputsOnChip = false, outputsOnChip = false; // Layer
    double besideRead = 0, besideWritten = 0;         // Layer, in bytes

    double pixels() const { return static_cast<double>(high.out) * static_cast<double>(wide.out); }
    double depth() const { return taps * static_cast<double>(channels); }
    double macs() const { return pixels() * static_cast<double>(filters) * depth() * images * groups; }
};

// `layer`: on the array, accepted by check().
TiledLayer tiledLayer(const Layer& layer, const Accelerator& accelerator);

} // namespace edgewright::cost
