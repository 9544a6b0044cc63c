// SPDX-License-Identifier: GPL-3.0-or-later
// The prunings of the exact searches by name. Each one cuts off branches that cannot hold a better result, so
// that results stay the same without it and only the search takes longer: a switch shows what a pruning is
// worth, and whether a wrong result comes from it.
//
// To add one: a field here, its line in prunings.cpp, and a look at it in the search.
#pragma once

#include <span>
#include <string_view>

namespace edgewright::memory {

struct Prunings {
    // The search for offsets (core/memory/search/state.h has the terms).
    bool columnBound = true;      // a column whose floor and unplaced bytes exceed the capacity is a dead end
    bool maxOffset = true;        // so is an item that was raised beyond its largest offset
    bool support = true;          // an item that is not placed now will lie on top of another one
    bool partialOverlap = true;   // and not only on items that are alive within its own lifetime
    bool independentParts = true; // columns that no unplaced item connects are searched one after the other
    bool wholeUnits = true;       // a refused capacity raises the bound to the next sum of sizes
    // The search for an order.
    bool freeMoves = true;  // operators that need no more bytes now than later run at once
    bool orderCuts = true;  // segments between moments that every order passes are ordered by themselves
    bool stepBounds = true; // no order is looked for below what some step needs in every order
};

enum class PrunedSearch { Offsets, Order };

struct Pruning {
    std::string_view name;    // as on the command line
    std::string_view summary; // translated in the context "Word"
    PrunedSearch search;
    bool Prunings::*flag;
};

std::span<const Pruning> prunings();
const Pruning* findPruning(std::string_view name); // null: there is none

} // namespace edgewright::memory
