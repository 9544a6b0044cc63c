// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles of a tiled layer on the arrays, were memory never in the way; and what it asks of the SRAMs.
//
// A fold is one block of the stationary operand on the array. With T positions streamed past it, it takes
// T + R + C - 2 cycles (os) or T + 2 R + C - 2 (ws, is: R to shift the block in) on R x C cells, as in SCALE-Sim
// (Samajdar et al., ISPASS 2020). Where folds overlap, one follows the other after max(T, R) cycles, and only the
// first pays for filling and draining.
#pragma once

#include "core/cost/physical/tiling.h"

namespace edgewright::cost {

struct ArrayTime {
    double ideal = 0;  // every cell busy: MACs / cells
    double idle = 0;   // rows or columns without work
    double fill = 0;   // shifting in, filling, draining
    double folds = 0;
    // Elements between SRAMs and arrays; outputs are partial sums written and read.
    double inputReads = 0, weightReads = 0, sumWrites = 0, sumReads = 0;

    double cycles() const { return ideal + idle + fill; }
};

// Of the whole layer with all its repetitions.
ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling);

} // namespace edgewright::cost
