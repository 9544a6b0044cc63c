// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/capacity_search.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr int MaxDepth = 20000;                          // nested calls: a few MiB of stack
constexpr std::uint64_t WorkBetweenStopChecks = 400'000; // State::work: a few hundred microseconds
constexpr std::int64_t NodesBetweenStopChecks = 256;

} // namespace

CapacitySearch::CapacitySearch(State& state, std::function<bool()> stop)
    : m_state(state), m_stop(std::move(stop)), m_candidates(state.instance().live.size()) {}

Answer CapacitySearch::run(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit) {
    m_strategy = &strategy;
    m_maxNodes = m_nodes + nodeLimit;
    m_unknown = false;
    if (!m_state.restart(capacity)) return Answer::None;
    const auto columns = static_cast<std::uint32_t>(m_state.instance().live.size());
    if (searchParts(0, columns, 0)) return Answer::Found;
    return m_unknown || m_state.instance().windows ? Answer::Unknown : Answer::None;
}

Answer CapacitySearch::greedyDive(const Strategy& strategy, std::int64_t nodeLimit) {
    const Instance& instance = m_state.instance();
    const std::int64_t unlimited =
        std::numeric_limits<std::int64_t>::max() - std::ranges::max(instance.padding);
    const auto enough = static_cast<std::int64_t>(4 * instance.items.size() + 100);
    return run(unlimited, strategy, std::min(nodeLimit, enough));
}

// Searches the parts of the columns [from, to) that no unplaced item connects one after the other: a dead end
// of one is a dead end of all.
bool CapacitySearch::searchParts(std::uint32_t from, std::uint32_t to, int depth) {
    std::uint32_t begin = from;
    for (std::uint32_t t = from + 1; t <= to; ++t) {
        if (t < to && !m_state.isCut(t)) continue;
        const bool empty = t == begin + 1 && m_state.unplaced(begin) == 0;
        if (!empty && !search(begin, t, depth)) return false;
        begin = t;
    }
    return true;
}

void CapacitySearch::updateCandidates(std::uint32_t column) {
    Candidates candidates;
    const Units floor = m_state.floor(column);
    for (const ItemId i : m_state.tables().alive[column]) {
        if (m_state.minOffset(i) != floor) continue;
        ++candidates.count;
        if (m_strategy->rank[i] >= candidates.rank) continue;
        candidates.rank = m_strategy->rank[i];
        candidates.item = i;
    }
    m_candidates[column] = candidates;
}

// Nothing unplaced can come to lie below the candidates of this column. O(items alive in it and their columns).
bool CapacitySearch::isValley(std::uint32_t column) const {
    const Units floor = m_state.floor(column);
    for (const ItemId i : m_state.tables().alive[column]) {
        if (m_state.minOffset(i) != floor) continue;
        for (const Part& part : m_state.instance().items[i].parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                if (m_state.floor(t) < floor) return false;
    }
    return true;
}

bool CapacitySearch::chooseLowest(std::uint32_t from, std::uint32_t to, ItemId& item) const {
    std::pair<Units, std::uint32_t> best{Never, 0};
    for (ItemId i = 0; i < m_strategy->rank.size(); ++i) {
        const Item& it = m_state.instance().items[i];
        if (m_state.placed(i) || it.from < from || it.to > to) continue;
        const std::pair<Units, std::uint32_t> key{m_state.minOffset(i), m_strategy->rank[i]};
        if (key >= best) continue;
        best = key;
        item = i;
    }
    return best.first != Never;
}

bool CapacitySearch::choose(std::uint32_t from, std::uint32_t to, ItemId& item) {
    if (m_state.instance().windows) return chooseLowest(from, to, item);
    Units lowest = Never;
    for (std::uint32_t t = from; t < to; ++t)
        if (m_state.unplaced(t) > 0) lowest = std::min(lowest, m_state.floor(t));
    if (lowest == Never) return false;
    std::pair<Units, std::uint32_t> best{Never, 0};
    for (std::uint32_t t = from; t < to; ++t) {
        if (m_state.unplaced(t) == 0) continue;
        const bool isLowest = m_state.floor(t) == lowest;
        if (!isLowest && !m_strategy->anyValley) continue;
        if (m_state.consumeDirty(t)) updateCandidates(t);
        const Candidates& candidates = m_candidates[t];
        assert(candidates.count > 0);
        const bool least = m_strategy->column == Strategy::Column::LeastSlack;
        const std::pair<Units, std::uint32_t> key{least ? m_state.slack(t) : Units(candidates.count),
                                                  candidates.rank};
        if (key >= best || (!isLowest && !isValley(t))) continue;
        best = key;
        item = candidates.item;
    }
    return true;
}

bool CapacitySearch::search(std::uint32_t from, std::uint32_t to, int depth) {
    const State::Mark start = m_state.mark();
    for (ItemId item = 0; choose(from, to, item);) {
        ++m_nodes;
        if (m_nodes >= m_maxNodes || depth > MaxDepth) m_unknown = true;
        if (m_nodes % NodesBetweenStopChecks == 0 || m_state.work() >= m_nextStopCheck) {
            m_nextStopCheck = m_state.work() + WorkBetweenStopChecks;
            if (m_stop()) m_unknown = m_stopped = true;
        }
        if (m_unknown) break;
        const State::Mark before = m_state.mark();
        if (m_state.place(item) && searchParts(from, to, depth + 1)) return true;
        if (m_unknown) break;
        m_state.undo(before);
        if (m_state.exclude(item)) continue;
        m_state.undo(start);
        return false;
    }
    if (!m_unknown) return true;
    m_state.undo(start);
    return false;
}

} // namespace edgewright::memory::search
