// SPDX-License-Identifier: GPL-3.0-or-later
// Horizontal coordinates after Brandes and Koepf, "Fast and simple horizontal coordinate assignment" (2001),
// with the blocks compacted by longest paths: the published compaction can overlap them (arXiv 2008.01252).
#pragma once

#include "core/layout/layers.h"

namespace edgewright::layout {

// By entry of layers.up: whether that edge gives way to a long one that it crosses, so that long edges are
// straight. Neighbours must be sorted by position.
std::vector<bool> markConflicts(const Layers& layers);

// One of the four extreme alignments: along the edges downwards or upwards, leftmost or rightmost.
class Alignment {
public:
    Alignment(const Layers& layers, const std::vector<bool>& conflicts, bool upwards, bool rightmost)
        : m_layers(layers), m_conflicts(conflicts), m_upwards(upwards), m_rightmost(rightmost) {
        align();
        compact();
    }
    std::vector<double> x; // by element

private:
    bool conflict(std::uint32_t upper, std::uint32_t lower) const;
    bool suits(std::uint32_t element, std::uint32_t other) const;
    void align();
    void compact();

    const Layers& m_layers;
    const std::vector<bool>& m_conflicts;
    bool m_upwards, m_rightmost;
    std::vector<std::uint32_t> m_root;
};

// The blocks that stand between two others, or beside a border, in some row: what may not come closer than it
// is. Blocks are numbered by `block`, by element.
struct BlockGraph {
    struct Gap {
        std::uint32_t left, right;
        double distance;
    };
    BlockGraph(const Layers& layers, const std::vector<std::uint32_t>& block, std::size_t blocks);
    std::vector<std::uint32_t> order; // from left to right; shorter than there are blocks when they interlock
    std::vector<Gap> gaps;
    Lists after, before; // by block: gaps to its right and left
};

} // namespace edgewright::layout
