// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the three SRAMs while the tiles of a layer are gone through, and the bytes that move for it.
//
// Each SRAM holds the tile that is used and, in its other half, the one that comes or goes: what a step needs
// is loaded while the one before it computes, what it leaves is written while the one after it computes. Bytes
// that move sum to those of trafficOf(), padding being taken off the tiles at the border, and of what the
// vector unit moves beside the array: it stands with the outputs, as they are finished.
#pragma once

#include "core/cost/array_walk/array_walk.h"

namespace edgewright::cost {

// In bytes.
struct SramUse {
    double capacity = 0;
    double used = 0;                  // the tile that is worked on
    double arriving = 0, leaving = 0; // in the other half: what the next step needs; what the step before left
    double loaded = 0, stored = 0;    // from and to DRAM, for these steps
    double resident() const { return used + std::max(arriving, leaving); }
};

// Some steps that follow each other, one where they are few. What is held is what the first of them holds;
// bytes and cycles are those of all.
struct SramState {
    std::int64_t first = 0, count = 1; // in the order of the loops
    TileIndex tile;                    // of the first
    SramUse inputs, weights, outputs;  // outputs: partial sums, too
    double arrayCycles = 0;            // without the first fill and the last drain where folds overlap
    double dramCycles = 0; // what is loaded and stored for them takes, at the accelerator's bandwidth
    bool waits() const { return dramCycles > arrayCycles; }
};

class SramTimeline {
public:
    static constexpr std::int64_t Most = 4096;

    SramTimeline() = default;
    explicit SramTimeline(const ArrayWalk& walk);
    std::int64_t count() const { return std::min(m_walk.nest().count(), Most); }
    SramState at(std::int64_t index) const; // 0 <= index < count()
    std::int64_t indexOf(std::int64_t step) const;

private:
    std::int64_t firstOf(std::int64_t index) const;
    double usedInputs(const TileIndex& tile) const;
    double usedWeights(const TileIndex& tile) const;
    double usedOutputs(const TileIndex& tile) const;

    ArrayWalk m_walk;
    Along<double> m_high, m_wide; // positions of the input that the rows and columns of tiles bring
    NestSum<double> m_inputs, m_weights, m_outputs, m_sumsOut, m_sumsIn;
    NestSum<double> m_finished;                   // bytes of outputs, wherever they go
    double m_besideRead = 0, m_besideWritten = 0; // for each of these
};

} // namespace edgewright::cost
