// SPDX-License-Identifier: GPL-3.0-or-later
// The working state of the layered layout: boxes and the bends of long edges ("dummies"), row by row.
#pragma once

#include "core/base/run_context.h"
#include "core/layout/layout.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace edgewright::layout {

// Lists of numbers, one after the other.
struct Lists {
    std::vector<std::uint32_t> start, items; // start has one entry more than there are lists

    std::span<const std::uint32_t> of(std::size_t list) const {
        return {items.data() + start[list], items.data() + start[list + 1]};
    }
    std::span<std::uint32_t> of(std::size_t list) {
        return {items.data() + start[list], items.data() + start[list + 1]};
    }
};
// List `pair.first` holds every `pair.second`, in the order of the pairs.
Lists listsOf(std::size_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs);

// An edge after cycles were opened: it always leads downwards.
struct DownEdge {
    std::uint32_t from = 0, to = 0;
    bool reversed = false; // drawn against its data flow
    bool loop = false;     // from == to
};

// Edges by their index in the request. Back edges of a depth-first search in box order are reversed. O(V + E).
std::vector<DownEdge> openCycles(const Request& request);

// Edges of one box with one tensor number share a trunk; one that is reversed or `alone` has its own, a loop
// has none.
struct Trunks {
    std::vector<std::uint32_t> from;   // by trunk: its box
    Lists edges;                       // by trunk: its edges
    std::vector<std::uint32_t> ofEdge; // by edge: its trunk; of no meaning for a loop
    Lists leaving;                     // by box: trunks that start there

    std::size_t count() const { return from.size(); }
};
Trunks gatherTrunks(const Request& request, const std::vector<DownEdge>& edges,
                    const std::vector<bool>& alone = {});

// Row of each box: longest path, then boxes are pulled down where that makes trunks shorter or costs nothing;
// a cone that feeds one reader follows it. Boxes whose seeds are at one height share a row, and these rows
// keep their order, as far as edges lead downwards then. Every row holds a box. O(V + E) but for sorting seeds.
struct Ranks {
    std::vector<std::uint32_t> rank; // by box
    std::vector<double> rowCentre;   // by row: y where seeds lie in it, else not a number. Or empty
    std::vector<bool> alone;         // by edge: better reached by a trunk of its own
};
Ranks rankBoxes(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks);

// Elements 0 .. boxes-1 are the boxes; the others are dummies: those of a trunk have consecutive indices, one a
// row; readers branch off in the row above them. Further ones hold a column free where a group would be
// interrupted.
struct Layers {
    std::size_t boxes = 0;
    std::vector<std::uint32_t> rank;        // by element
    std::vector<double> width;              // by element; 0 for dummies
    std::vector<std::uint32_t> group;       // by element; 0: none. Members stand side by side in each row
    std::vector<std::uint32_t> trunk;       // by trunk: its first dummy, where trunkLength is not 0
    std::vector<std::uint32_t> trunkLength; // by trunk
    std::vector<bool> portal;               // by edge: not drawn between its ends
    Lists up, down;                         // by element: neighbours in the rows above and below
    std::vector<double> seed;               // by element: x to be kept, not a number where there is none
    bool grouped = false, seeded = false;   // whether any element is

    Lists rows;                          // elements from left to right
    std::vector<std::uint32_t> position; // by element: index in its row
    std::vector<double> x;               // by element: centre

    std::size_t count() const { return rank.size(); }
    std::size_t rowCount() const { return rows.start.size() - 1; }
    bool dummy(std::uint32_t element) const { return element >= boxes; }
    // Room between the centres of two neighbours in a row.
    double separation(std::uint32_t left, std::uint32_t right) const;
    void refreshPositions(std::size_t row);
};

// Rows in the order of a depth-first search, groups gathered. Edges longer than about 200 rows are portals, and
// shorter ones too where trunks would otherwise outnumber the boxes by far.
Layers makeLayers(const Request& request, const std::vector<DownEdge>& edges, const Trunks& trunks,
                  const std::vector<std::uint32_t>& rank);

// Fewer crossings: sweeps with the best kept between rows that hold one element, then switching of neighbours
// and of parallel chains. Elements with a seed keep their order.
void orderLayers(Layers& layers, const RunContext& run);
// Crossings between all neighbouring rows. O(E log V).
std::uint64_t countCrossings(const Layers& layers);

// x of all elements.
void placeLayers(Layers& layers, const RunContext& run);

} // namespace edgewright::layout
