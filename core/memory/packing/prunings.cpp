// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/prunings.h"

#include <algorithm>
#include <array>

namespace edgewright::memory {

namespace {

constexpr std::array Table{
    Pruning{"column_bound", "a step whose buffers no longer fit above what is placed", PrunedSearch::Offsets,
            &Prunings::columnBound},
    Pruning{"max_offset", "a buffer that others push above the capacity", PrunedSearch::Offsets,
            &Prunings::maxOffset},
    Pruning{"support", "a buffer that is not placed now lies on another one", PrunedSearch::Offsets,
            &Prunings::support},
    Pruning{"partial_overlap", "and on one that is not alive within its lifetime", PrunedSearch::Offsets,
            &Prunings::partialOverlap},
    Pruning{"independent_parts", "steps that no unplaced buffer connects, one after the other",
            PrunedSearch::Offsets, &Prunings::independentParts},
    Pruning{"whole_units", "peaks between two sums of sizes", PrunedSearch::Offsets, &Prunings::wholeUnits},
    Pruning{"free_moves", "operators that need no more bytes now than later, at once", PrunedSearch::Order,
            &Prunings::freeMoves},
    Pruning{"order_cuts", "segments between operators that divide all others, by themselves",
            PrunedSearch::Order, &Prunings::orderCuts},
    Pruning{"step_bounds", "orders below what one operator needs in each of them", PrunedSearch::Order,
            &Prunings::stepBounds},
};

} // namespace

std::span<const Pruning> prunings() { return Table; }

const Pruning* findPruning(std::string_view name) {
    const auto found = std::ranges::find(Table, name, &Pruning::name);
    return found == Table.end() ? nullptr : &*found;
}

} // namespace edgewright::memory
