// SPDX-License-Identifier: GPL-3.0-or-later
// The requests of tiles to memory: rows of channels of one byte each, channels being what lies together, in
// requests that stay within a line of 64 bytes; and which of the lines the caches do not have.
#pragma once

#include "core/cost/mapped/gemmini.h"

namespace edgewright::cost::mapped {

inline constexpr std::int64_t LineBytes = 64;
inline constexpr std::int64_t BeatBytes = 16;  // of the bus
inline constexpr std::int64_t LoadBytes = 64;  // most that one request reads
inline constexpr std::int64_t StoreBytes = 16; // ... and writes

struct RowTraffic {
    double requests = 0, beats = 0, lines = 0;
};

// The traffic of `bytes` from byte `start` of memory on, at most `most` in one request; bytes >= 1.
RowTraffic rowTraffic(std::int64_t start, std::int64_t bytes, std::int64_t most);
// The mean over rows of `whole` bytes that lie one behind the other, cut into tiles of `bytes` each.
RowTraffic meanRowTraffic(std::int64_t whole, std::int64_t bytes, std::int64_t most);

struct TileTraffic {
    double inputRows = 0, weightRows = 0, outputRows = 0;
    RowTraffic input, weight, output; // of one row
};
TileTraffic tileTraffic(const MappedLayer& layer);

struct Lines {
    double input = 0, weight = 0, output = 0;
};

// Lines of all iterations together that a cache does not have. A tile is still there when it is asked for again
// if all that was touched since then fits (the distances at which the loops come back, from the innermost out);
// loops over channels share lines where a tile's row is shorter than a line. Rows whose distance is a multiple
// of many lines reach some sets of the cache only, and take as much room as if they filled the others. A layer
// that fits as a whole finds everything there: who made its tensors left them.
Lines linesFromOutside(const MappedLayer& layer, const TileTraffic& tile, const Cache& cache);

} // namespace edgewright::cost::mapped
