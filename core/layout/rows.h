// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layers.h"

namespace edgewright::layout {

// Sorts one row at a time. Members of a group stay side by side, elements with a seed keep the order of their
// seeds; equal keys keep the order that they have, or the opposite one.
class RowSorter {
public:
    explicit RowSorter(Layers& layers) : m_layers(layers) {}

    // By the mean, or the median, of the positions of an element's neighbours in the row that `neighbours`
    // leads to; an element without any keeps its place. True when the order changed.
    bool byNeighbours(std::size_t row, const Lists& neighbours, bool median, bool opposite);
    bool byPosition(std::size_t row); // only gathers groups and puts seeds in order
    void bySeed(std::size_t row);     // an element without a seed by its neighbours above, sorted before

private:
    struct Entry {
        double key = 0;
        double unit = 0; // key of its group
        std::uint32_t element = 0, place = 0;
    };
    double meanOf(std::uint32_t element, const Lists& neighbours) const;
    double medianOf(std::uint32_t element, const Lists& neighbours);
    bool sortEntries(std::size_t row, bool opposite);
    void keepSeedOrder();
    void gatherGroups();

    Layers& m_layers;
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_positions;
    std::vector<std::size_t> m_seeded;
};

} // namespace edgewright::layout
