// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layers.h"

namespace edgewright::layout {

// Counts crossings between neighbouring rows; keeps its tables between calls.
class CrossingCounter {
public:
    explicit CrossingCounter(const Layers& layers) : m_layers(layers) {}
    std::uint64_t below(std::size_t row); // of the edges from `row` to the next one

private:
    const Layers& m_layers;
    std::vector<std::uint32_t> m_tree, m_ends;
};

// Switches neighbours in the rows first..last where that makes crossings fewer: single elements, members of a
// group among themselves, and two chains that run side by side over several rows, all at once. Returns the
// crossings saved. Groups as a whole stay where they are.
std::int64_t switchNeighbours(Layers& layers, std::size_t first, std::size_t last, const RunContext& run);

} // namespace edgewright::layout
