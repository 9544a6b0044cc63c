// SPDX-License-Identifier: GPL-3.0-or-later
// A layer with its tiling on a systolic array, fold by fold: what each fold holds, what streams past
// it, and when. Everything is a function of an index; nothing is listed, however many folds there are.
//
// The rules are those of physical/array_time.h. What stays in the cells (rows x columns), what streams past it:
//   os  output pixels x filters         K
//   ws  K x filters                     output pixels
//   is  K x output pixels               filters
// where K is the taps of the kernel times the input channels. Where the tiling cuts what streams, each piece is
// a fold of its own here: the same block is laid down once for each.
#pragma once

#include "core/base/result.h"
#include "core/cost/array_walk/tile_nest.h"

namespace edgewright::cost {

struct Range {
    std::int64_t first = 0, count = 0;
};

struct Fold {
    std::int64_t index = 0, step = 0; // step: of the tile, in the order of the loops
    TileIndex tile;
    std::int64_t rows = 0, cols = 0; // that hold work
    std::int64_t positions = 0;      // T: that stream past
    std::int64_t groups = 1;         // that share the array: blocks of equal size on the diagonal
    // Its work. pixels: of the tile, row by row; filters, depth (of K): of the layer.
    Range pixels, filters, depth;

    bool holds(std::int64_t row, std::int64_t col) const {
        return row < rows && col < cols && (groups == 1 || row * groups / rows == col * groups / cols);
    }
    std::int64_t cells() const { return rows / groups * cols; } // that hold work
    std::int64_t macs() const { return cells() * positions; }
};

class ArrayWalk {
public:
    ArrayWalk() = default;
    // BadInput: a layer of the vector unit, a tiling that is not one of the layer, or counts of 2^62 and more.
    static Result<ArrayWalk> of(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling);

    const TiledLayer& layer() const { return m_layer; }
    const Accelerator& accelerator() const { return m_accelerator; }
    const Tiling& tiling() const { return m_tiling; }
    const TileNest& nest() const { return m_nest; }

    std::int64_t folds() const { return m_folds; } // 1 at least
    std::int64_t blocks() const {
        return m_blocks;
    }                                    // LayerCost::folds: those that only differ in what streams are one
    Fold fold(std::int64_t index) const; // 0 <= index < folds()
    std::int64_t firstFoldOf(std::int64_t step) const { return m_foldSums.before(m_nest, step); }

    // The cycles of one array that goes through all folds. They sum to cycles(), which with one array is
    // arrayTime().cycles().
    std::int64_t cyclesOf(std::int64_t fold) const;
    std::int64_t cyclesBefore(std::int64_t fold) const;
    std::int64_t cycles() const { return m_cycles; }
    // From where a fold begins to the first cycle of its first cell: its block shifts in. Overlapped folds
    // shift in while the one before computes, but for the first.
    std::int64_t leadOf(std::int64_t fold) const;
    // Until the next fold may begin to compute, for a fold with so many positions.
    std::int64_t slotOf(std::int64_t positions) const;
    // Cycles of the first `step` tiles, in this sense.
    std::int64_t slotsBefore(std::int64_t step) const { return m_cycleSums.before(m_nest, step); }
    // Share of cells without work while positions stream: 1 - LayerCost::mappingEfficiency of one array. 0..1
    double idleShare() const;

private:
    std::int64_t stepOf(std::int64_t fold) const;

    TiledLayer m_layer;
    Accelerator m_accelerator;
    Tiling m_tiling;
    TileNest m_nest;
    NestSum<std::int64_t> m_foldSums, m_cycleSums; // folds; cycles until the next fold may begin
    std::int64_t m_folds = 1, m_blocks = 1, m_cycles = 0;
    double m_positions = 0; // over all folds
};

} // namespace edgewright::cost
