// SPDX-License-Identifier: GPL-3.0-or-later
// Items that fill a rectangle together, taken as one block: a much smaller problem, any plan of which is a plan
// of the items.
//
//      ....+----+--------+....        What ends at a seam between two columns leaves its room to what begins
//      there.
//          | a  |   c    |            Stacks of one life each and of equal height, a and b to the left of the
//          seam,
//          +----+        |            c and d to the right, are one block; so are five items around a pinwheel;
//          so | b  +--------+            is all that ends there with all that begins there, each of one life,
//          even if
//      ....+----+---d----+....        the heights differ, as long as what is lost stays below the columns'
//      bound.
//
// Exact where a full rectangle was cut into pieces of odd sizes; elsewhere a guess, to be judged by its plan.
// (Networks are such rectangles: a layer's results take the room of its operands.)
#pragma once

#include "core/memory/search/instance.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace edgewright::memory::search {

struct Looseness {
    std::size_t items = 6; // of two stacks together, at most 8
    double share = 0;      // of a stack's height by which the other one may be lower
    double above = 0;      // of the bound: how far above it the lost bytes may raise a column
};

class Composition {
public:
    // Of a uniform instance; ends early, with what there is, once `stop` says so.
    Composition(const Instance& instance, const Looseness& looseness, const std::function<bool()>& stop);

    // The blocks: lives in columns, sizes in units of the instance.
    const Problem& problem() const { return m_problem; }
    // Offsets by item, from offsets by block.
    std::vector<Units> offsetsOf(const std::vector<std::int64_t>& blocks) const;

private:
    friend class Composer;
    std::size_t m_items = 0;
    std::vector<std::vector<std::pair<std::uint32_t, Units>>>
        m_parts;                        // by item or block: where its parts begin
    std::vector<std::uint32_t> m_shown; // by buffer of the problem
    Problem m_problem;
};

} // namespace edgewright::memory::search
