// SPDX-License-Identifier: GPL-3.0-or-later
// The same moves as the exact search, level by level (by the number of operators that have run), keeping on
// each the sets that were reached within the smallest peak, of those the ones with the fewest bytes alive.
#include "core/memory/schedulers/down_set.h"
#include "core/memory/schedulers/down_set_search.h"

#include <tuple>

namespace edgewright::memory {

namespace {

template <std::size_t Words>
class Beam {
public:
    Beam(const FlatSchedule& flat, std::int64_t enough, std::int64_t below, std::size_t width,
         const SearchLimits& limits, const RunContext& run)
        : m_moves(flat, limits.freeMoves), m_limits(limits), m_run(run), m_enough(enough), m_below(below),
          m_width(width), m_levels(flat.count() + 1) {}

    SearchResult solve() {
        const std::size_t count = m_moves.flat().count();
        m_levels[0].push_back({m_moves.nothing(), m_enough, NoState, 0, 0});
        for (std::size_t level = 0; level < count; ++level) {
            if (m_run.stopped() || std::chrono::steady_clock::now() > m_limits.deadline) return {};
            std::vector<Reached> states = std::move(m_levels[level]);
            keepBest(states);
            for (const Reached& state : states) {
                const auto id = static_cast<std::uint32_t>(m_kept.size());
                m_kept.push_back({state.parent, state.trail, state.trailEnd});
                extend(state, id, level);
            }
        }
        SearchResult result;
        keepBest(m_levels[count]);
        if (m_levels[count].empty()) return result;
        const Reached& goal = m_levels[count].front();
        Order reversed;
        Link link{goal.parent, goal.trail, goal.trailEnd};
        for (;; link = m_kept[link.parent]) {
            for (std::uint32_t i = link.trailEnd; i-- > link.trail;)
                reversed.push_back(m_trails[i]);
            if (link.parent == NoState) break;
        }
        result.order.assign(reversed.rbegin(), reversed.rend());
        result.states = static_cast<std::int64_t>(m_kept.size());
        return result;
    }

private:
    struct Link {
        std::uint32_t parent;
        std::uint32_t trail, trailEnd; // operators since the parent, in m_trails
    };
    struct Reached {
        DownSet<Words> set;
        std::int64_t peak;
        std::uint32_t parent;
        std::uint32_t trail, trailEnd;
    };

    void keepBest(std::vector<Reached>& states) const {
        const auto better = [](const Reached& a, const Reached& b) {
            return std::tie(a.peak, a.set.live, a.set.done) < std::tie(b.peak, b.set.live, b.set.done);
        };
        // Each set once: equal ones lie side by side, for the same set has the same number of bytes alive.
        if (states.size() > 4 * m_width) {
            std::nth_element(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(4 * m_width),
                             states.end(), better);
            states.resize(4 * m_width);
        }
        std::sort(states.begin(), states.end(), better);
        states.erase(std::unique(states.begin(), states.end(),
                                 [](const Reached& a, const Reached& b) { return a.set.done == b.set.done; }),
                     states.end());
        if (states.size() > m_width) states.resize(m_width);
    }

    void extend(const Reached& from, std::uint32_t id, std::size_t level) {
        m_moves.forEachReady(from.set, [&](std::uint32_t op) {
            const std::int64_t peak = std::max(from.peak, m_moves.cost(from.set, op));
            if (peak >= m_below) return;
            DownSet<Words> set = from.set;
            m_changed.clear();
            m_trail.assign(1, op);
            m_moves.run(set, op, &m_changed);
            m_moves.addCoReaders(set, op, m_changed);
            m_moves.runForced(set, peak, m_changed, m_trail);
            const auto begin = static_cast<std::uint32_t>(m_trails.size());
            m_trails.insert(m_trails.end(), m_trail.begin(), m_trail.end());
            m_levels[level + m_trail.size()].push_back(
                {set, peak, id, begin, static_cast<std::uint32_t>(m_trails.size())});
        });
    }

    const Moves<Words> m_moves;
    const SearchLimits& m_limits;
    const RunContext& m_run;
    std::int64_t m_enough, m_below;
    std::size_t m_width;
    std::vector<std::vector<Reached>> m_levels;
    std::vector<Link> m_kept;
    Order m_trails, m_trail, m_changed;
};

} // namespace

SearchResult searchBeam(const FlatSchedule& flat, std::int64_t enough, std::int64_t below, std::size_t width,
                        const SearchLimits& limits, const RunContext& run) {
    if (flat.count() == 0 || enough >= below || width == 0) return {};
    return withWords(flat.count(), [&]<std::size_t Words>() {
        return Beam<Words>(flat, enough, below, width, limits, run).solve();
    });
}

} // namespace edgewright::memory
