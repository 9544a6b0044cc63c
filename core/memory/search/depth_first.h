// SPDX-License-Identifier: GPL-3.0-or-later
// Depth first through the plans of one capacity: an item is placed at its lowest position, or is known not to
// lie there.
#pragma once

#include "core/memory/search/state.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace edgewright::memory::search {

enum class Answer { Found, None, Unknown };

// Which hollow of the skyline is filled next, and by which item.
struct Strategy {
    enum class Column {
        LeastRoom,   // the least room to spare above what must still be placed
        FewestItems, // the fewest items that could lie on its floor: what fails, fails early
    };
    Column column = Column::LeastRoom;
    bool anywhere = false;           // any hollow, not only the lowest ones
    std::vector<std::uint32_t> rank; // by item: the smaller, the earlier it is tried
};

class DepthFirst {
public:
    // `stop` is asked every few hundred microseconds.
    DepthFirst(State& state, std::function<bool()> stop);
    // Found: the state holds the plan. None: no plan of the capacity exists.
    Answer run(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit);
    // A plan of any peak, straight up but for a few wrong turns below fixed offsets.
    Answer straightUp(const Strategy& strategy, std::int64_t nodeLimit);
    std::int64_t nodes() const { return m_nodes; }
    bool stopped() const { return m_stopped; }

private:
    // What could lie on the floor of a column.
    struct Choice {
        std::uint32_t count = 0, rank = std::numeric_limits<std::uint32_t>::max();
        ItemId item = 0; // of the smallest rank
    };
    bool search(std::uint32_t from, std::uint32_t to, int depth);
    bool searchParts(std::uint32_t from, std::uint32_t to, int depth);
    bool choose(std::uint32_t from, std::uint32_t to, ItemId& item);
    void look(std::uint32_t column);
    bool hollow(std::uint32_t column) const;
    bool chooseLowest(std::uint32_t from, std::uint32_t to, ItemId& item) const;

    State& m_state;
    std::function<bool()> m_stop;
    const Strategy* m_strategy = nullptr;
    std::vector<Choice> m_choices; // by column
    std::int64_t m_nodes = 0, m_limit = 0;
    std::uint64_t m_nextLook = 0; // in the state's work
    bool m_stopped = false, m_unknown = false;
};

} // namespace edgewright::memory::search
