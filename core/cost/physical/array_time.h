// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles of a tiled layer on the arrays, were memory never in the way; and what it asks of the SRAMs.
//
// A fold is one block of the stationary operand on the array. With T positions streamed past it, it takes
// T + R + C - 2 cycles (os) or T + 2 R + C - 2 (ws, is: R to shift the block in) on R x C cells, as in
// SCALE-Sim (Samajdar et al., ISPASS 2020). Where folds overlap, one follows the other after max(T, R) cycles,
// and only the first pays for filling and draining.
#pragma once

#include "core/cost/physical/tiling.h"

namespace edgewright::cost {

// std::ceil, of numbers from 0 to 2^62, without a call.
inline double ceiling(double value) {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(value));
    return whole < value ? whole + 1 : whole;
}

struct ArrayTime {
    double ideal = 0; // every cell busy: MACs / cells
    double idle = 0;  // rows or columns without work
    double fill = 0;  // shifting in, filling, draining
    double folds = 0;
    // Elements between SRAMs and arrays; outputs are partial sums written and read.
    double inputReads = 0, weightReads = 0, sumWrites = 0, sumReads = 0;

    double cycles() const { return ideal + idle + fill; }
};

// Of the whole layer with all its repetitions.
ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const TileSplits& tiles);

// The same cycles, from what each loop adds by itself: the one that streams past the folds, its cycles past one
// of them; the others, their number of folds.
class ArrayLoops {
public:
    ArrayLoops(const TiledLayer& layer, const Accelerator& accelerator);
    double pixels(const Split& rows, const Split& cols) const;
    double filters(const Split& split) const;
    double channels(const Split& split) const;
    double folds(double ofPixels, double ofFilters, double ofChannels) const {
        switch (m_dataflow) {
        case Dataflow::OutputStationary:
            return m_jobs * ofPixels * ofFilters;
        case Dataflow::WeightStationary:
            return m_jobs * ofChannels * ofFilters;
        case Dataflow::InputStationary:
            break;
        }
        return m_jobs * ofChannels * ofPixels;
    }
    double cycles(double ofPixels, double ofFilters, double ofChannels) const {
        const double once = m_dataflow == Dataflow::OutputStationary   ? ofChannels
                            : m_dataflow == Dataflow::WeightStationary ? ofPixels
                                                                       : ofFilters;
        return turns(folds(ofPixels, ofFilters, ofChannels)) * once + extra();
    }
    double jobs() const { return m_jobs; }                      // whole layers, one after the other
    double extra() const { return m_overlaps ? m_perFold : 0; } // the first fold fills, the last one drains
    // Of folds that several arrays share.
    double turns(double folds) const { return m_arrays > 1 ? ceiling(folds / m_arrays) : folds; }

private:
    double streamed(double positions) const;

    const TiledLayer* m_layer;
    Dataflow m_dataflow;
    double m_rows, m_cols, m_arrays, m_jobs;
    double m_perFold; // beyond what streams
    bool m_overlaps;
};

} // namespace edgewright::cost
