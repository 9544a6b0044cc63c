// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which SCALE-Sim's prefetcher fetches an operand when bandwidth is limited (USER mode).
//
// The operand is stacked into blocks, one per fold, each as wide as the array edge that it enters. Streamed
// operands are fetched along anti-diagonals of the whole stack, stationary ones row by row. The elements that
// enter the array in one cycle, a segment, are neighbours in that order, so a segment is known by its first
// position and its length.
#pragma once

#include "core/cost/scalesim/mapping.h"
#include "core/cost/scalesim/window.h"

#include <cstdint>
#include <vector>

namespace edgewright::cost {

class PrefetchStream {
public:
    struct Segment {
        std::int64_t first = 0; // position in fetch order
        std::int64_t count = 0; // elements; those outside the ifmap are not fetched and not counted
    };
    // Number of segments that the stream of this operand has: what the constructor allocates.
    static std::int64_t segmentsOf(const Mapping& map, Operand operand);

    PrefetchStream(const Layer& layer, const Mapping& map, Operand operand);

    std::int64_t words() const { return m_words; }
    std::int64_t paddedWords() const { return m_blocks * m_depth * m_width; }
    const std::vector<Segment>& segments() const { return m_segments; }
    // The segment asked for in line `line` of a fold; -1 for none.
    std::int64_t segmentAt(std::int64_t colFold, std::int64_t rowFold, std::int64_t line) const;

    // Calls hit(position) for the places in fetch order that hold the word of the segment's `index`-th element,
    // its own place first, until hit returns true. Returns whether it did. `hint` remembers which window's
    // place hit last: neighbours mostly hit alike.
    template <typename Hit>
    bool anyPlace(std::int64_t segment, std::int64_t index, std::int64_t& hint, Hit hit) const {
        if (hit(m_segments[static_cast<std::size_t>(segment)].first + index)) return true;
        return m_repeats && anyTwin(segment, index, hint, hit);
    }

private:
    struct Cell {
        std::int64_t block = 0, depth = 0, column = 0;
    };
    std::int64_t perBlock() const { return m_diagonal ? m_depth + m_width - 1 : m_depth; }
    std::int64_t used(std::int64_t block) const { return std::min(m_width, m_spread - block * m_width); }
    std::int64_t firstColumn(std::int64_t local) const {
        return m_diagonal ? std::max<std::int64_t>(0, local - m_depth + 1) : 0;
    }
    std::int64_t endColumn(std::int64_t block, std::int64_t local) const {
        return m_diagonal ? std::min(used(block), local + 1) : used(block);
    }
    std::int64_t depthOf(std::int64_t local, std::int64_t column) const {
        return m_diagonal ? local - column : local;
    }
    std::int64_t mOf(const Cell& cell) const {
        return m_spreadIsM ? cell.block * m_width + cell.column : cell.depth;
    }
    std::int64_t kOf(const Cell& cell) const {
        return m_spreadIsM ? cell.depth : cell.block * m_width + cell.column;
    }
    bool inside(const Cell& cell) const { return !m_overhangs || m_window.inside(mOf(cell), kOf(cell)); }
    void layOut(std::int64_t block, std::int64_t local);
    Cell cellAt(std::int64_t segment, std::int64_t index) const;
    std::int64_t positionOf(std::int64_t m, std::int64_t k) const;

    // The same word as seen by the other windows that cover it.
    template <typename Hit>
    bool anyTwin(std::int64_t segment, std::int64_t index, std::int64_t& hint, Hit hit) const {
        const Cell cell = cellAt(segment, index);
        const Tap word = m_window.at(mOf(cell), kOf(cell));
        const Layer& l = m_layer;
        const std::int64_t taps = l.filterH * l.filterW;
        for (std::int64_t tried = 0, tap = hint; tried < taps; ++tried, tap = tap + 1 < taps ? tap + 1 : 0) {
            const std::int64_t row = word.row - tap / l.filterW * l.dilationH;
            const std::int64_t col = word.col - tap % l.filterW * l.dilationW;
            if (row < 0 || row % l.strideH != 0 || row / l.strideH >= l.outH) continue;
            if (col < 0 || col % l.strideW != 0 || col / l.strideW >= l.outW) continue;
            const std::int64_t place = tap * l.channels + word.channel;
            if (place % l.of >= l.kept) continue;
            if (!hit(positionOf(row / l.strideH * l.outW + col / l.strideW, l.keptOf(place)))) continue;
            hint = tap;
            return true;
        }
        return false;
    }

    const Layer& m_layer;
    const Mapping& m_map;
    const Window m_window;
    bool m_diagonal = true;   // streamed
    bool m_spreadIsM = false; // block and column give m (else k, or n of a filter)
    bool m_byRowFold = true;  // a block per row fold (else per column fold)
    bool m_overhangs = false;
    bool m_repeats = false; // one word may have several places
    std::int64_t m_spread = 0, m_width = 0, m_depth = 0, m_blocks = 0;
    std::int64_t m_words = 0;
    std::vector<Segment> m_segments; // block by block
};

} // namespace edgewright::cost
