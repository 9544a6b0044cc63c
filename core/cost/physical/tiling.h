// SPDX-License-Identifier: GPL-3.0-or-later
// The cut of a layer into tiles that fit the SRAMs, and the order in which they are visited.
//
// A tile is a block of output pixels, filters and input channels (all taps of them). Each SRAM holds two tiles
// of its operand, of which one is filled while the other is used, or one where the operand has no second. The
// order decides which operand stays: what an operand moves is its size times the trips of each loop that it
// does not depend on and that has one that it depends on inside (Parashar et al., "Timeloop", ISPASS 2019).
#pragma once

#include "core/cost/accelerator.h"
#include "core/cost/physical/tiled_layer.h"
#include "core/cost/tiling.h"

namespace edgewright::cost {

// Between DRAM and the SRAMs, in bytes, of the whole layer with all its repetitions.
struct Traffic {
    double inputs = 0, weights = 0, outputs = 0;
    double partials = 0;                 // partial sums that leave the chip, and come back
    double firstLoad = 0, lastStore = 0; // of these: before any computing, after all of it
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

bool fits(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling);
Traffic trafficOf(const TiledLayer& layer, const Tiling& tiling);

} // namespace edgewright::cost
