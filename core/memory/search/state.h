// SPDX-License-Identifier: GPL-3.0-or-later
// A partial plan of one capacity, built from the bottom up. Every change can be taken back.
//
// An item is a buffer, a column one of the maximal sets of items alive at once (instance.h). The floor of a
// column is the lowest address at which one of its unplaced items can still begin.
//
// clang-format off
//      8 +----------+----------+  the capacity
//        |                     |  b, 3 units in column 0, and c, 2 units in both, are not placed:
//        |                     |  unplaced(0) = 5, unplaced(1) = 2, slack(0) = 0, slack(1) = 3
//      3 +----------+----------+  floor(0) = floor(1) = minOffset(b) = minOffset(c) = 3
//        |          a          |  maxOffset(b) = 8 - 3, maxOffset(c) = 8 - 2
//      0 +----------+----------+
//          column 0   column 1
// clang-format on
//
// place(b) puts b at 3, and c rises to 6. exclude(b) says that b lies on c: minOffset(b) = 5. exclude(c) is a
// dead end: only b could lie below c, and as b is alive within the lifetime of c the two could change places.
#pragma once

#include "core/memory/packing/prunings.h"
#include "core/memory/search/instance.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace edgewright::memory::search {

constexpr Units Never = std::numeric_limits<Units>::max(); // an address that no item has

class State {
public:
    // Refers to the instance and the tables.
    State(const Instance& instance, const Tables& tables, const Prunings& prunings);

    // Takes everything back and asks for plans of at most `capacity` bytes. False where none can exist: an item
    // or what is alive in a column is larger. O(cells of the instance).
    bool restart(std::int64_t capacity);

    // Places the item, which is not placed, at its smallest offset; no unplaced neighbour may be able to go
    // below it. False: dead end, to be undone by the caller. O(overlaps of the item and of those it raises).
    bool place(ItemId item);
    // The other branch: the item, none of whose neighbours can go below it, is not placed at its smallest
    // offset, so that it lies on top of some other unplaced item. False: dead end. O(overlaps of the item).
    bool exclude(ItemId item);

    struct Mark {
        std::size_t changes, placed;
    };
    Mark mark() const { return {m_trail.size(), m_order.size()}; }
    void undo(const Mark& mark);

    bool placed(ItemId item) const { return m_placed[item] != 0; }
    Units minOffset(ItemId item) const { return m_minOffset[item]; } // Never once it is placed
    const std::vector<Units>& offsets() const { return m_offsets; }  // by item; of those that are placed

    Units floor(std::uint32_t column) const { return m_floor[column]; }
    Units unplaced(std::uint32_t column) const { return m_unplaced[column]; } // the sum of their sizes
    // Units that may stay free above the floor.
    Units slack(std::uint32_t column) const {
        return m_capacity[column] - m_floor[column] - m_unplaced[column];
    }
    // No unplaced item is alive both before and in this column.
    bool isCut(std::uint32_t column) const { return m_prunings.independentParts && m_spanning[column] == 0; }

    // Items and columns looked at since the construction: what a search's time is in proportion to.
    std::uint64_t work() const { return m_work; }

    const Instance& instance() const { return m_instance; }
    const Tables& tables() const { return m_tables; }
    // True where the candidates on the column's floor may have changed since the last call.
    bool consumeDirty(std::uint32_t column) {
        const bool dirty = m_isDirty[column] != 0;
        m_isDirty[column] = 0;
        return dirty;
    }

private:
    struct Change {
        std::uint32_t index; // an item, or the number of items + a column
        Units before;        // its minOffset, or its floor
    };
    template <typename Visit>
    void forEachColumn(ItemId item, const Visit& visit) const {
        for (const Part& part : m_instance.items[item].parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                visit(t, part);
    }
    bool raise(ItemId item, Units to);
    bool propagateFloors();
    void enqueue(std::uint32_t column);
    Units minOffsetOnto(ItemId below, Units offset, ItemId item) const;
    Units minOffsetAbove(ItemId below, Units offset, ItemId item) const;

    const Instance& m_instance;
    const Tables& m_tables;
    const Prunings m_prunings;
    // By item. Unplaced: m_minOffset <= m_maxOffset, else a dead end. Placed: m_minOffset is Never, m_offsets
    // says where.
    std::vector<Units> m_minOffset, m_offsets, m_maxOffset;
    std::vector<std::uint8_t> m_placed; // by item
    // By column. Items to place: m_floor + m_unplaced <= m_capacity, else a dead end.
    std::vector<Units> m_floor, m_unplaced, m_capacity;
    std::vector<std::uint32_t> m_spanning; // by column t: unplaced items alive in t - 1 and t
    std::vector<Change> m_trail;           // what undo() takes back, the latest last
    std::vector<ItemId> m_order;           // placed, the latest last
    std::vector<std::uint8_t> m_isQueued;  // by column: in m_queue
    std::vector<std::uint32_t> m_queue;    // columns whose floors propagateFloors() computes anew
    std::vector<std::uint8_t> m_isDirty;   // by column: see consumeDirty()
    std::uint64_t m_work = 0;
};

} // namespace edgewright::memory::search
