// SPDX-License-Identifier: GPL-3.0-or-later
// Depth first through the plans of one capacity. A node has two branches: the chosen item is placed at its
// smallest offset, or it is known to lie on top of another one (state.h).
#pragma once

#include "core/memory/search/state.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace edgewright::memory::search {

enum class Answer { Found, None, Unknown };

// The choice of the next valley of the skyline, and of the item that fills it. The skyline are the floors of
// the columns, a valley is a column whose candidates (the items that can begin at its floor) reach no lower
// floor.
struct Strategy {
    enum class Column {
        LeastSlack,       // the fewest units that may stay free
        FewestCandidates, // the smallest branching: what fails, fails early
    };
    Column column = Column::LeastSlack;
    bool anyValley = false;          // not only the lowest ones
    std::vector<std::uint32_t> rank; // by item: the smaller, the earlier it is tried
};

class CapacitySearch {
public:
    // `stop` is asked every few hundred microseconds.
    CapacitySearch(State& state, std::function<bool()> stop);
    // Found: the state holds the plan. None: no plan of `capacity` bytes exists. Unknown: the limit or `stop`.
    Answer run(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit);
    // One dive without a limit of the peak; only fixed offsets can send it back, and a few times at most.
    Answer greedyDive(const Strategy& strategy, std::int64_t nodeLimit);
    std::int64_t nodes() const { return m_nodes; }
    bool stopped() const { return m_stopped; }

private:
    struct Candidates {
        std::uint32_t count = 0, rank = std::numeric_limits<std::uint32_t>::max();
        ItemId item = 0; // that of the smallest rank
    };
    bool search(std::uint32_t from, std::uint32_t to, int depth);
    bool searchParts(std::uint32_t from, std::uint32_t to, int depth);
    bool choose(std::uint32_t from, std::uint32_t to, ItemId& item);
    void updateCandidates(std::uint32_t column);
    bool isValley(std::uint32_t column) const;
    bool chooseLowest(std::uint32_t from, std::uint32_t to, ItemId& item) const;

    State& m_state;
    std::function<bool()> m_stop;
    const Strategy* m_strategy = nullptr;
    std::vector<Candidates> m_candidates;     // by column; out of date where the state's column is dirty
    std::int64_t m_nodes = 0, m_maxNodes = 0; // of all runs; when the current one ends
    std::uint64_t m_nextStopCheck = 0;        // in the state's work
    bool m_stopped = false, m_unknown = false;
};

} // namespace edgewright::memory::search
