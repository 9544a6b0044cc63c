// SPDX-License-Identifier: GPL-3.0-or-later
// One matrix product on one array under the three dataflows, by the counts that SCALE-Sim has for them
// (Samajdar et al., ISPASS 2020): one fold after the other, each filled and drained by itself,
//     os  ceil(M / R) ceil(N / C) folds of K +   R + C - 2 cycles
//     ws  ceil(K / R) ceil(N / C) folds of M + 2 R + C - 2 cycles
//     is  ceil(K / R) ceil(M / C) folds of N + 2 R + C - 2 cycles
// (SCALE-Sim numbers cycles from 0 and reports the last one, one less.)
#pragma once

#include "core/cost/array_walk/array_state.h"

#include <array>

namespace edgewright::cost {

struct SmallProduct {
    std::int64_t m = 8, n = 8, k = 8; // M x K inputs, K x N weights
    std::int64_t rows = 4, cols = 4;  // R x C cells
    static constexpr std::int64_t MaxExtent = 64;
    friend bool operator==(const SmallProduct&, const SmallProduct&) = default;
};

struct DataflowWalk {
    ArrayWalk walk;
    std::int64_t down = 1, across = 1; // extents that lie on rows and columns
    std::int64_t positions = 1;        // T: that stream past each fold
    std::int64_t foldsDown = 1, foldsAcross = 1;
    std::int64_t foldCycles = 1;
    // Elements between the SRAMs and the array.
    std::int64_t inputReads = 0, weightReads = 0, sumWrites = 0, sumReads = 0;
    std::int64_t macs = 0;

    Dataflow dataflow() const { return walk.accelerator().dataflow; }
    std::int64_t cycles() const { return walk.cycles(); } // foldsDown * foldsAcross * foldCycles
    double utilization() const; // MACs of those that all cells could do in these cycles, 0..1

    struct Moment {
        std::int64_t fold = 0, cycle = 0; // of the fold
        bool isOver = false;              // all is done; then they are the last ones
    };
    Moment at(std::int64_t cycle) const; // 0 or more, from the beginning
};

// os, ws, is. BadInput for extents or sides that are not within 1 to MaxExtent.
Result<std::array<DataflowWalk, 3>> dataflowWalks(const SmallProduct& product);

} // namespace edgewright::cost
