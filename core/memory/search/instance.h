// SPDX-License-Identifier: GPL-3.0-or-later
// A problem as the searches see it: offsets in units of the largest common divisor, time as the few columns in
// which a maximal set of buffers is alive.
//
// clang-format off
//      step      0  1  2  3  4  5                  column  0  1
//      a, 64 B   [-----)                           a, 2    [--)
//      b, 96 B      [--------)          becomes    b, 3    [-----)      unit = 32 bytes
//      c, 64 B            [--------)               c, 2       [--)      live = {5, 5}
// clang-format on
//
// A column stands for the last step before buffers that were born since the column before it begin to die.
#pragma once

#include "core/memory/packing/problem.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory::search {

using Units = std::int64_t; // addresses and sizes
using ItemId = std::uint32_t;

// A part of one item, in the columns [from, to): its own units [begin, end) are taken.
struct Part {
    std::uint32_t from, to;
    Units begin, end;
};

struct Item {
    std::uint32_t buffer = 0;       // in the problem
    std::uint32_t from = 0, to = 0; // columns between its birth and its death
    Units size = 0;                 // rounded up to a whole unit
    Units alignment = 1;            // 1 where every sum of sizes is aligned
    Units earliest = 0;             // its fixed offset, if it has one
    bool fixed = false;
    bool simple = true;      // one part, no window
    std::int64_t bytes = 0;  // as in the problem
    std::vector<Part> parts; // by time
};

struct Instance {
    std::int64_t unit = 1;             // bytes
    std::vector<Item> items;           // buffers with bytes that are alive in some step
    std::vector<Units> live;           // by column: the sum of what is taken
    std::vector<std::int64_t> padding; // by column: the most bytes that rounding added to one item there
    std::int64_t cells = 0;            // columns of all parts together: what the tables below would hold
    bool windows = false; // a gap keeps some bytes: items may interlock, and a search from the bottom up does
                          // not see every plan
    bool uniform = true;  // no alignment, fixed offset, gap or padding: any two items may change places
};

Instance instanceOf(const Problem& problem);

// The tables of a search stay below a few hundred MiB, and its sums below 2^63. O(items + columns).
bool searchable(const Problem& problem, const Instance& instance);

struct Tables {
    std::vector<std::vector<ItemId>> alive;          // by column
    std::vector<std::vector<ItemId>> overlap;        // by item: those that share a column with it
    std::vector<std::vector<ItemId>> partialOverlap; // of these, those not alive within its lifetime alone
};
Tables tablesOf(const Instance& instance);

// Offsets by buffer, from offsets by item.
std::vector<std::int64_t> offsetsOf(const Problem& problem, const Instance& instance,
                                    const std::vector<Units>& offsets);

} // namespace edgewright::memory::search
