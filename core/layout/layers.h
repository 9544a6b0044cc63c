// SPDX-License-Identifier: GPL-3.0-or-later
// The working state of the layered layout: boxes and the bends of long edges ("dummies"), row by row.
#pragma once

#include "core/base/run_context.h"
#include "core/layout/layout.h"

#include <cstdint>
#include <vector>

namespace edgewright::layout {

// An edge after cycles were opened: it always leads downwards.
struct DownEdge {
    std::uint32_t from = 0, to = 0;
    bool reversed = false; // drawn against its data flow
    bool loop = false;     // from == to
};

// Edges by their index in the request. Back edges of a depth-first search in box order are reversed. O(V + E).
std::vector<DownEdge> openCycles(const Request& request);

// Row of each box: longest path, then boxes are pulled down where that shortens edges. A tensor that many read
// counts once, by its furthest reader. O(V + E).
std::vector<std::uint32_t> rankBoxes(std::size_t boxes, const std::vector<DownEdge>& edges);

// Elements 0 .. boxes-1 are the boxes; the others are dummies. All edges of one box that span several rows
// share one trunk of dummies, one a row, with consecutive indices; readers branch off in the row above them.
struct Layers {
    std::size_t boxes = 0;
    std::vector<std::uint32_t> rank;        // by element
    std::vector<double> width;              // by element; 0 for dummies
    std::vector<std::uint32_t> trunk;       // by box: its first dummy, where trunkLength is not 0
    std::vector<std::uint32_t> trunkLength; // by box
    std::vector<bool> detour;               // by box: trunk left out, far readers are reached round the side
    std::vector<std::vector<std::uint32_t>> up, down; // by element: neighbours in the rows above and below
    std::vector<std::vector<std::uint32_t>> rows;     // elements from left to right
    std::vector<std::uint32_t> position;              // by element: index in its row
    std::vector<double> x;                            // by element: centre

    std::size_t count() const { return rank.size(); }
    bool dummy(std::uint32_t element) const { return element >= boxes; }
    // Room between the centres of two neighbours in a row.
    double separation(std::uint32_t left, std::uint32_t right) const;
    void refreshPositions(std::size_t row);
};

// Rows in the order of a depth-first search. Dummies are bounded: where a graph would need more than about 40 a
// box, the longest trunks become detours.
Layers makeLayers(const Request& request, const std::vector<DownEdge>& edges,
                  const std::vector<std::uint32_t>& rank);

// Fewer crossings: barycentre sweeps with the best kept, then switching of neighbours.
void orderLayers(Layers& layers, const RunContext& run);
// Crossings between all neighbouring rows. O(E log V).
std::uint64_t countCrossings(const Layers& layers);

// x of all elements: after Brandes and Koepf, "Fast and simple horizontal coordinate assignment" (2001), with
// the block graph compacted by longest paths (their published compaction can overlap blocks: arXiv 2008.01252).
void placeLayers(Layers& layers, const RunContext& run);

} // namespace edgewright::layout
