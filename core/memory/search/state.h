// SPDX-License-Identifier: GPL-3.0-or-later
// A partial plan, built from the bottom up: which items are placed, how low each other one can still go, and
// whether what remains can fit. Every change can be taken back.
#pragma once

#include "core/memory/search/instance.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory::search {

class State {
public:
    State(const Instance& instance, const Tables& tables);

    // Takes everything back and asks for plans of at most `capacity` bytes. False where none can exist.
    bool restart(std::int64_t capacity);

    // At its lowest position, where nothing that is not placed can be below it any more. False: dead end.
    bool place(ItemId item);
    // What follows when `item`, none of whose neighbours can go lower than it, is not placed at its lowest
    // position: it lies on top of something. False: dead end.
    bool exclude(ItemId item);

    struct Mark {
        std::size_t changes, placed;
    };
    Mark mark() const { return {m_trail.size(), m_order.size()}; }
    void undo(const Mark& mark);

    bool placed(ItemId item) const { return m_placed[item] != 0; }
    Units low(ItemId item) const { return m_low[item]; }            // beyond everything once it is placed
    const std::vector<Units>& offsets() const { return m_offsets; } // of what is placed
    bool complete() const { return m_order.size() == m_instance.items.size(); }

    // Of a column: the lowest address that something can still begin at, what remains, and room to spare.
    Units floor(std::uint32_t column) const { return m_floor[column]; }
    Units remaining(std::uint32_t column) const { return m_remaining[column]; }
    Units slack(std::uint32_t column) const { return m_limit[column] - m_floor[column] - m_remaining[column]; }
    // Nothing that is not placed lives both before and in this column.
    bool cut(std::uint32_t column) const { return m_crossing[column] == 0; }

    // Items and columns looked at since the construction: what a search's time is in proportion to.
    std::uint64_t work() const { return m_work; }

    const Instance& instance() const { return m_instance; }
    const Tables& tables() const { return m_tables; }
    // Whether an item of the column was placed, raised or taken back since the last question.
    bool takeNews(std::uint32_t column) {
        const bool news = m_news[column] != 0;
        m_news[column] = 0;
        return news;
    }

private:
    struct Change {
        std::uint32_t index; // items, then columns
        Units before;
    };
    template <typename Visit>
    void eachColumn(ItemId item, const Visit& visit) const {
        for (const Part& part : m_instance.items[item].parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                visit(t, part);
    }
    bool raise(ItemId item, Units to);
    bool settle(); // floors of the columns that changed
    void touch(std::uint32_t column);
    Units lowestOn(ItemId below, Units offset, ItemId item) const;
    Units floorAbove(ItemId below, Units offset, ItemId item) const;

    const Instance& m_instance;
    const Tables& m_tables;
    std::vector<Units> m_low, m_offsets, m_latest;
    std::vector<std::uint8_t> m_placed;
    std::vector<Units> m_floor, m_remaining, m_limit;
    std::vector<std::uint32_t> m_crossing;
    std::vector<Change> m_trail;
    std::vector<ItemId> m_order;
    std::vector<std::uint8_t> m_isTouched;
    std::vector<std::uint32_t> m_touched;
    std::vector<std::uint8_t> m_news; // by column
    std::uint64_t m_work = 0;
};

} // namespace edgewright::memory::search
