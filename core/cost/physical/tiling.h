// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of a layer into tiles that fit the SRAMs, and the order in which they are visited.
//
// A tile is a block of output pixels, filters and input channels (all taps of them). Each SRAM holds two tiles
// of its operand, of which one is filled while the other is used, or one where the operand has no second. The
// order decides which operand stays: what an operand moves is its size times the trips of each loop that it
// does not depend on and that has one that it depends on inside (Parashar et al., "Timeloop", ISPASS 2019).
// Groups are outside of it, and the steps of a recurrence between both: each needs the outputs of the one
// before, so that weights stay for all of them where one tile has them all, beside those of all else that a
// step does.
#pragma once

#include "core/cost/accelerator.h"
#include "core/cost/tiling.h"
#include "core/cost/workload.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

namespace edgewright::cost {

// A layer as an array and its memories see it: what its tiles are tiles of.

// `count` tiles, all of extent `full` but the last, of `edge`.
struct Split {
    double count = 1, full = 1, edge = 1;
    Split() = default;
    Split(std::int64_t extent, std::int64_t tile)
        : count(static_cast<double>((extent + tile - 1) / tile)), full(static_cast<double>(tile)),
          edge(static_cast<double>(extent - (extent - 1) / tile * tile)) {}
    friend bool operator==(const Split&, const Split&) = default;
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
    double steps = 1;          // a divisor of groups: so many come one after the other with the same weights
    bool stepsFit = false;     // weights of all that a step does fit the SRAM for filters
    double pack = 1;           // groups that lie on the array at once
    double word = 1;           // bytes of an element
    bool inputsOnChip = false, outputsOnChip = false;                  // Layer
    bool weightsComeBefore = false;                                    // Layer
    bool inputsStay = false, weightsStay = false, outputsStay = false; // Layer
    double besideRead = 0, besideWritten = 0;                          // Layer, in bytes

    double pixels() const { return static_cast<double>(high.out) * static_cast<double>(wide.out); }
    double depth() const { return taps * static_cast<double>(channels); }
    double jobs() const { return steps * std::ceil(groups / steps / pack); } // one after the other
    double macs() const { return pixels() * static_cast<double>(filters) * depth() * images * groups; }
};

// `layer`: on the array, accepted by check().
TiledLayer tiledLayer(const Layer& layer, const Accelerator& accelerator);

// Between DRAM and the SRAMs, in bytes, of the whole layer with all its repetitions.
struct Traffic {
    double inputs = 0, weights = 0, outputs = 0;
    double partials = 0;                                     // partial sums that leave the chip, and come back
    double firstInputs = 0, firstWeights = 0, lastStore = 0; // of these: of the first tile, and the last one
    double shared = 0; // beside these: from and to the SRAM in which activations stay between layers
    double total() const { return inputs + weights + outputs + partials; }
};

// Bytes of one tile of each operand; of outputs as partial sums.
struct TileBytes {
    double inputs = 0, weights = 0, outputs = 0;
};
TileBytes tileBytes(const TiledLayer& layer, const Tiling& tiling);

struct TileSplits {
    Split rows, cols, filters, channels;
    TileSplits() = default;
    TileSplits(const TiledLayer& layer, const Tiling& tiling)
        : rows(layer.high.out, tiling.rows), cols(layer.wide.out, tiling.cols),
          filters(layer.filters, tiling.filters), channels(layer.channels, tiling.channels) {}
};

// Steps for which a tile of weights stays in its SRAM: all of them where it is the only one and they fit, or 1.
double stepsOfWeights(const TiledLayer& layer, const TileSplits& tiles);

// The room of one operand's tiles in its SRAM, in bytes.
struct TileRoom {
    double tile = 0, capacity = 0;
    bool isDouble = true; // two tiles: one is filled while the other is used
    double bytes() const { return tile * (isDouble ? 2 : 1); }
    bool fits() const { return bytes() <= capacity; }
};
// Rooms of inputs, weights and outputs, in this order.
std::array<TileRoom, 3> tileRoom(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling);

bool fits(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling);
// The reason why a tiling from outside cannot be used, without the layer's name: extents that are none of the
// layer, or tiles that do not fit. Empty: it can. `layer`: on the array, accepted by check().
std::string whyNotTiling(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling);
Traffic trafficOf(const TiledLayer& layer, const Tiling& tiling);

} // namespace edgewright::cost
