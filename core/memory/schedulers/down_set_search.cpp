// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/schedulers/down_set_search.h"

#include "core/memory/schedulers/down_set.h"

#include <map>
#include <utility>
#include <vector>

namespace edgewright::memory {

namespace {

// The sets that were reached, each once.
template <std::size_t Words>
class States {
public:
    struct State {
        DownSet<Words> set;
        std::int64_t level = -1;  // up to which cost its moves were made
        std::int64_t closed = -1; // up to which cost its free moves were made
        std::uint32_t parent = NoState;
        std::uint32_t trail = 0, trailEnd = 0; // operators since the parent, in m_trails
    };

    States() : m_slots(1024) {}

    std::size_t size() const { return m_states.size(); }
    State& operator[](std::uint32_t id) { return m_states[id]; }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(m_states.capacity() * sizeof(State) +
                                         m_slots.capacity() * sizeof(Slot) +
                                         m_trails.capacity() * sizeof(std::uint32_t));
    }
    bool full() const { return m_trails.size() > NoState / 2 || m_states.size() > NoState / 2; }

    // The id of a new state; NoState when the set was reached before.
    std::uint32_t add(const DownSet<Words>& set, std::uint32_t parent, const Order& trail) {
        if (2 * (m_states.size() + 1) > m_slots.size()) grow();
        const std::uint64_t key = hash(set);
        const auto tag = static_cast<std::uint32_t>(key >> 32);
        std::size_t slot = key & (m_slots.size() - 1);
        for (; m_slots[slot].id != NoState; slot = (slot + 1) & (m_slots.size() - 1))
            if (m_slots[slot].tag == tag && isSame(m_states[m_slots[slot].id].set, set)) return NoState;
        const auto id = static_cast<std::uint32_t>(m_states.size());
        m_slots[slot] = {id, tag};
        State& state = m_states.emplace_back();
        state.set = set;
        state.parent = parent;
        state.trail = static_cast<std::uint32_t>(m_trails.size());
        m_trails.insert(m_trails.end(), trail.begin(), trail.end());
        state.trailEnd = static_cast<std::uint32_t>(m_trails.size());
        return id;
    }
    Order orderTo(std::uint32_t id) const {
        std::vector<std::uint32_t> path;
        for (; id != NoState; id = m_states[id].parent)
            path.push_back(id);
        Order order;
        for (auto it = path.rbegin(); it != path.rend(); ++it)
            order.insert(order.end(), m_trails.begin() + m_states[*it].trail,
                         m_trails.begin() + m_states[*it].trailEnd);
        return order;
    }

private:
    struct Slot {
        std::uint32_t id = NoState;
        std::uint32_t tag = 0; // of the hash
    };
    static bool isSame(const DownSet<Words>& a, const DownSet<Words>& b) {
        std::uint64_t differ = 0; // a call of memcmp would cost more than a short set
        for (std::size_t w = 0; w < Words; ++w)
            differ |= a.done[w] ^ b.done[w];
        return differ == 0;
    }
    static std::uint64_t hash(const DownSet<Words>& set) {
        std::uint64_t h = 0x9e3779b97f4a7c15u;
        for (const std::uint64_t word : set.done) {
            h = (h ^ word) * 0xff51afd7ed558ccdu;
            h ^= h >> 32;
        }
        return h;
    }
    void grow() {
        m_slots.assign(m_slots.size() * 2, {});
        for (std::uint32_t id = 0; id < m_states.size(); ++id) {
            const std::uint64_t key = hash(m_states[id].set);
            std::size_t slot = key & (m_slots.size() - 1);
            while (m_slots[slot].id != NoState)
                slot = (slot + 1) & (m_slots.size() - 1);
            m_slots[slot] = {id, static_cast<std::uint32_t>(key >> 32)};
        }
    }

    std::vector<State> m_states;
    std::vector<Slot> m_slots; // open addressing, a power of two
    Order m_trails;
};

// A level at which the full set can be reached by moves of at most that cost: levels rise a third of the way to
// what is known to suffice, on each all sets in reach, deepest first.
template <std::size_t Words>
class DownSetSearch {
public:
    DownSetSearch(const FlatSchedule& flat, std::int64_t enough, std::int64_t below, const SearchLimits& limits,
                  const RunContext& run)
        : m_moves(flat, limits.freeMoves), m_limits(limits), m_run(run), m_level(enough), m_least(enough),
          m_below(below) {}

    SearchResult solve() {
        m_open.push_back(m_states.add(m_moves.nothing(), NoState, {}));
        bool stopped = false;
        do {
            while (!m_open.empty() && m_goal == NoState && !stopped) {
                const std::uint32_t id = m_open.back();
                m_open.pop_back();
                expand(id);
                stopped = isOver();
            }
        } while (!stopped && m_goal == NoState && nextLevel());

        SearchResult result;
        result.states = static_cast<std::int64_t>(m_states.size());
        result.complete = m_goal != NoState || !stopped;
        result.lowerBound = m_goal == NoState && !stopped ? m_below : m_least;
        if (m_goal != NoState) result.order = m_states.orderTo(m_goal);
        return result;
    }

private:
    bool nextLevel() {
        if (m_pending.empty() || m_pending.begin()->first >= m_below) return false;
        m_least = m_pending.begin()->first;
        m_level = std::max(m_least, m_level + (m_below - 1 - m_level) / 3);
        const auto end = m_pending.upper_bound(m_level);
        for (auto it = m_pending.begin(); it != end; ++it)
            m_open.insert(m_open.end(), it->second.begin(), it->second.end());
        m_pending.erase(m_pending.begin(), end);
        return true;
    }

    bool isOver() {
        if (static_cast<std::int64_t>(m_states.size() * Words) >= m_limits.states || m_states.full())
            return true;
        if (++m_ticks % 256 != 0) return false;
        return m_run.stopped() || m_states.bytes() > m_limits.bytes ||
               std::chrono::steady_clock::now() > m_limits.deadline;
    }

    void expand(std::uint32_t id) {
        const DownSet<Words> from = m_states[id].set;
        const std::int64_t before = m_states[id].level;
        m_states[id].level = m_level;
        DownSet<Words> to = from;
        m_ready.clear();
        m_moves.forEachReady(from, [&](std::uint32_t op) {
            if (const std::int64_t cost = m_moves.cost(from, op); cost > before) m_ready.push_back({op, cost});
        });
        if (m_states[id].closed < m_level) { // of the moves within reach now, some may be free
            m_states[id].closed = m_level;
            m_trail.clear();
            m_changed.clear();
            for (const auto& [op, cost] : m_ready)
                if (cost <= m_level) m_changed.push_back(op);
            m_moves.runForced(to, m_level, m_changed, m_trail);
            if (!m_trail.empty()) {
                take(to, id);
                return;
            }
        }
        std::int64_t next = std::numeric_limits<std::int64_t>::max();
        const std::size_t opened = m_open.size();
        for (const auto& [op, cost] : m_ready) {
            if (cost > m_level) next = std::min(next, cost);
            if (cost > m_level || m_goal != NoState) continue;
            to = from;
            m_changed.clear();
            m_moves.run(to, op, &m_changed);
            m_moves.addCoReaders(to, op, m_changed);
            m_trail.assign(1, op);
            m_moves.runForced(to, m_level, m_changed, m_trail);
            take(to, id);
        }
        // The child with the fewest bytes alive comes off first.
        std::sort(
            m_open.begin() + static_cast<std::ptrdiff_t>(opened), m_open.end(),
            [&](std::uint32_t a, std::uint32_t b) { return m_states[a].set.live > m_states[b].set.live; });
        if (next < m_below) m_pending[next].push_back(id);
    }

    void take(const DownSet<Words>& set, std::uint32_t parent) {
        const std::uint32_t id = m_states.add(set, parent, m_trail);
        if (id == NoState) return;
        m_states[id].closed = m_level;
        const bool full =
            std::all_of(set.ready.begin(), set.ready.end(), [](std::uint64_t w) { return w == 0; });
        if (full)
            m_goal = id;
        else
            m_open.push_back(id);
    }

    const Moves<Words> m_moves;
    const SearchLimits& m_limits;
    const RunContext& m_run;
    States<Words> m_states;
    Order m_trail, m_changed;
    std::vector<std::pair<std::uint32_t, std::int64_t>> m_ready;  // operators and their costs
    std::vector<std::uint32_t> m_open;                            // within m_level: last in, first out
    std::map<std::int64_t, std::vector<std::uint32_t>> m_pending; // by the cost of their next move
    std::uint32_t m_goal = NoState;
    std::int64_t m_level, m_least, m_below; // no order is known to need less than m_least
    std::uint64_t m_ticks = 0;
};

} // namespace

SearchResult searchDownSets(const FlatSchedule& flat, std::int64_t enough, std::int64_t below,
                            const SearchLimits& limits, const RunContext& run) {
    if (flat.count() == 0 || enough >= below) {
        SearchResult nothing;
        nothing.complete = true;
        return nothing;
    }
    return withWords(flat.count(), [&]<std::size_t Words>() {
        SearchResult result;
        SearchLimits left = limits;
        std::int64_t least = enough;
        for (;;) {
            SearchResult next = DownSetSearch<Words>(flat, least, below, left, run).solve();
            result.states += next.states;
            left.states -= next.states * static_cast<std::int64_t>(Words);
            least = std::max(least, next.lowerBound);
            result.complete = next.complete;
            if (next.order.empty()) break;
            result.order = std::move(next.order);
            below = peakOf(flat, result.order);
            if (below <= least) break;
            // The level was too high to prove the order: once more, below it.
        }
        result.lowerBound = least > enough ? least : 0;
        return result;
    });
}

} // namespace edgewright::memory
