// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles of a tiled layer on the arrays with a memory that never stalls them, and its SRAM accesses.
//
// A fold is one block of the stationary operand on R x C cells. With T positions streamed past it, it takes
//     T + R + C - 2 cycles (os)    T + 2 R + C - 2 cycles (ws, is: R to shift the block in)
// as in SCALE-Sim (Samajdar et al., ISPASS 2020). Where folds overlap, one follows the other after max(T, R)
// cycles, and only the first pays for filling and draining. A layer takes
//     ceil(folds / arrays) * (cycles of a fold) cycles,
//     folds = group passes * ceil(stationary rows / R) * ceil(stationary columns / C)
// of       rows x columns             streamed (T)
//     os   output pixels x filters    K = taps * channels
//     ws   K x filters                output pixels
//     is   K x output pixels          filters
// where a group pass is all groups that lie on the array at once. Steps share neither it nor the arrays: each
// needs the outputs of the one before.
#pragma once

#include "core/cost/physical/tiling.h"

namespace edgewright::cost {

// std::ceil for 0 to 2^62, inline.
inline double ceiling(double value) {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(value));
    return whole < value ? whole + 1 : whole;
}

struct ArrayTime {
    double ideal = 0; // cycles with every cell busy: MACs / cells
    double idle = 0;  // cycles more for rows or columns without work
    double fill = 0;  // cycles more to shift in, fill and drain
    double folds = 0;
    double rowsUsed = 1; // cells of a column that hold work, mean over folds
    // SRAM accesses in elements; sums are partial sums, written and read again.
    double inputReads = 0, weightReads = 0, sumWrites = 0, sumReads = 0;

    double cycles() const { return ideal + idle + fill; }
};

// All repetitions of the layer included.
ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const TileSplits& tiles);

// The same cycles as a product of one factor for each loop (pixels, filters, channels). The loop that streams
// has the cycles of a fold as its factor, summed over its tiles; the two others have their numbers of folds.
class ArrayLoops {
public:
    ArrayLoops(const TiledLayer& layer, const Accelerator& accelerator);
    double pixels(const Split& rows, const Split& cols) const;
    double filters(const Split& split) const;
    double channels(const Split& split) const;
    double folds(double pixelFactor, double filterFactor, double channelFactor) const {
        switch (m_dataflow) {
        case Dataflow::OutputStationary:
            return m_groupPasses * pixelFactor * filterFactor;
        case Dataflow::WeightStationary:
            return m_groupPasses * channelFactor * filterFactor;
        case Dataflow::InputStationary:
            break;
        }
        return m_groupPasses * channelFactor * pixelFactor;
    }
    double cycles(double pixelFactor, double filterFactor, double channelFactor) const {
        const double cyclesPerFold = m_dataflow == Dataflow::OutputStationary   ? channelFactor
                                     : m_dataflow == Dataflow::WeightStationary ? pixelFactor
                                                                                : filterFactor;
        return rounds(folds(pixelFactor, filterFactor, channelFactor)) * cyclesPerFold + fillAndDrain();
    }
    double groupPasses() const { return m_groupPasses; } // one after the other
    double fillAndDrain() const {
        return m_overlaps ? m_overhead : 0;
    } // cycles, once for all overlapping folds
    // In each of which every array has one fold, of the same step.
    double rounds(double folds) const {
        return m_arrays > 1 ? m_steps * ceiling(folds / m_steps / m_arrays) : folds;
    }

private:
    double foldCycles(double positions) const; // T

    const TiledLayer* m_layer;
    Dataflow m_dataflow;
    double m_rows, m_cols, m_arrays, m_groupPasses, m_steps;
    double m_overhead; // cycles of a fold beyond T
    bool m_overlaps;
};

} // namespace edgewright::cost
