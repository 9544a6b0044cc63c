// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/prunings.h"

#include "core/base/translatable.h"

#include <algorithm>
#include <array>

namespace edgewright::memory {

namespace {

constexpr std::array Table{
    Pruning{"column_bound", TRANSLATABLE("Word", "a step whose buffers no longer fit above what is placed"),
            PrunedSearch::Offsets, &Prunings::columnBound},
    Pruning{"max_offset", TRANSLATABLE("Word", "a buffer that others push above the capacity"),
            PrunedSearch::Offsets, &Prunings::maxOffset},
    Pruning{"support", TRANSLATABLE("Word", "a buffer that is not placed now lies on another one"),
            PrunedSearch::Offsets, &Prunings::support},
    Pruning{"partial_overlap", TRANSLATABLE("Word", "and on one that is not alive within its lifetime"),
            PrunedSearch::Offsets, &Prunings::partialOverlap},
    Pruning{"independent_parts",
            TRANSLATABLE("Word", "steps that no unplaced buffer connects, one after the other"),
            PrunedSearch::Offsets, &Prunings::independentParts},
    Pruning{"whole_units", TRANSLATABLE("Word", "peaks between two sums of sizes"), PrunedSearch::Offsets,
            &Prunings::wholeUnits},
    Pruning{"free_moves", TRANSLATABLE("Word", "operators that need no more bytes now than later, at once"),
            PrunedSearch::Order, &Prunings::freeMoves},
    Pruning{"order_cuts",
            TRANSLATABLE("Word", "segments between operators that divide all others, by themselves"),
            PrunedSearch::Order, &Prunings::orderCuts},
    Pruning{"step_bounds", TRANSLATABLE("Word", "orders below what one operator needs in each of them"),
            PrunedSearch::Order, &Prunings::stepBounds},
};

} // namespace

std::span<const Pruning> prunings() { return Table; }

const Pruning* findPruning(std::string_view name) {
    const auto found = std::ranges::find(Table, name, &Pruning::name);
    return found == Table.end() ? nullptr : &*found;
}

} // namespace edgewright::memory
