// SPDX-License-Identifier: GPL-3.0-or-later
// A schedule with its extents worked out: the loops, from the outside, and what each of them does. Writer and
// features read this.
#pragma once

#include "core/loopnest/sketch.h"

#include <optional>
#include <vector>

namespace edgewright::loopnest {

// A spatial axis in tiles. A tile that would stick out at the end begins earlier and computes some elements
// twice; along the axis of vectors of a packed factor it sticks out, and what is beyond is not stored.
struct SpatialLoop {
    std::size_t axis = 0;
    std::int64_t extent = 1;
    std::int64_t tile = 1;              // S3: elements
    std::int64_t tiles = 1;             // of the extent
    std::int64_t inner = 1, outer = 1;  // S2: tiles; S1: times inner
    std::int64_t blocks = 1, tasks = 1; // S1 over the extent; S0
    bool sticksOut = false;
};

struct ReductionLoop {
    std::size_t axis = 0;
    std::int64_t extent = 1, block = 1; // R1; R0 are the blocks
};

struct Nest {
    const Computation* computation = nullptr; // of the schedule, which outlives it
    std::vector<SpatialLoop> spatial;         // in the order of the computation
    std::vector<std::size_t> order;           // of S0 and S1: places in `spatial`
    std::vector<ReductionLoop> reduction;     // in the order of R0 and R1
    std::optional<std::size_t> vector;        // place in `spatial`
    std::int64_t lanes = 1;                   // 1: no vectors
    std::size_t fused = 0;                    // the first so many of `order` are tasks
    std::int64_t tasks = 1;
    std::int64_t unroll = 1;
    std::int64_t sums = 1;  // in registers: vectors, or floats
    bool keepsSums = false; // in memory, between blocks of the reduction
    std::optional<Factor> packed = {};
    bool copiesPadding = false;

    // In registers: along the vector axis vectors, else elements.
    std::int64_t stepsOf(std::size_t place) const {
        return vector == place ? spatial[place].tile / lanes : spatial[place].tile;
    }
    std::int64_t tilesInside() const;  // S2: of one S1 step
    std::int64_t keptFloats() const;   // sums that are kept in memory
    std::int64_t termsOfBlock() const; // R1 iterations
    // Nothing for a schedule that the registers do not hold, or that is the copy of another one.
    static std::optional<Nest> of(const Schedule& schedule);
};

} // namespace edgewright::loopnest
