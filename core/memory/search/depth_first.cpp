// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/depth_first.h"

#include <algorithm>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr int DeepestCall = 20000; // a few MiB of stack
constexpr Units Never = std::numeric_limits<Units>::max();
constexpr std::uint64_t WorkBetweenLooks = 400'000;

} // namespace

DepthFirst::DepthFirst(State& state, std::function<bool()> stop)
    : m_state(state), m_stop(std::move(stop)), m_choices(state.instance().live.size()) {}

Answer DepthFirst::run(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit) {
    m_strategy = &strategy;
    m_limit = m_nodes + nodeLimit;
    m_unknown = false;
    if (!m_state.restart(capacity)) return Answer::None;
    const auto columns = static_cast<std::uint32_t>(m_state.instance().live.size());
    if (searchParts(0, columns, 0)) return Answer::Found;
    return m_unknown || m_state.instance().windows ? Answer::Unknown : Answer::None;
}

Answer DepthFirst::straightUp(const Strategy& strategy, std::int64_t nodeLimit) {
    const Instance& instance = m_state.instance();
    const std::int64_t unlimited =
        std::numeric_limits<std::int64_t>::max() - std::ranges::max(instance.padding);
    const auto enough = static_cast<std::int64_t>(4 * instance.items.size() + 100);
    return run(unlimited, strategy, std::min(nodeLimit, enough));
}

// What no unplaced item connects is solved one after the other: a dead end of one is a dead end of all.
bool DepthFirst::searchParts(std::uint32_t from, std::uint32_t to, int depth) {
    std::uint32_t begin = from;
    for (std::uint32_t t = from + 1; t <= to; ++t) {
        if (t < to && !m_state.cut(t)) continue;
        const bool empty = t == begin + 1 && m_state.remaining(begin) == 0;
        if (!empty && !search(begin, t, depth)) return false;
        begin = t;
    }
    return true;
}

void DepthFirst::look(std::uint32_t column) {
    Choice choice;
    const Units floor = m_state.floor(column);
    for (const ItemId i : m_state.tables().alive[column]) {
        if (m_state.low(i) != floor) continue;
        ++choice.count;
        if (m_strategy->rank[i] >= choice.rank) continue;
        choice.rank = m_strategy->rank[i];
        choice.item = i;
    }
    m_choices[column] = choice;
}

// Nothing can come to lie below the items that could lie on the floor of this column.
bool DepthFirst::hollow(std::uint32_t column) const {
    const Units floor = m_state.floor(column);
    for (const ItemId i : m_state.tables().alive[column]) {
        if (m_state.low(i) != floor) continue;
        for (const Part& part : m_state.instance().items[i].parts)
            for (std::uint32_t t = part.from; t < part.to; ++t)
                if (m_state.floor(t) < floor) return false;
    }
    return true;
}

bool DepthFirst::chooseLowest(std::uint32_t from, std::uint32_t to, ItemId& item) const {
    std::pair<Units, std::uint32_t> best{Never, 0};
    for (ItemId i = 0; i < m_strategy->rank.size(); ++i) {
        const Item& it = m_state.instance().items[i];
        if (m_state.placed(i) || it.from < from || it.to > to) continue;
        const std::pair<Units, std::uint32_t> key{m_state.low(i), m_strategy->rank[i]};
        if (key >= best) continue;
        best = key;
        item = i;
    }
    return best.first != Never;
}

bool DepthFirst::choose(std::uint32_t from, std::uint32_t to, ItemId& item) {
    if (m_state.instance().windows) return chooseLowest(from, to, item);
    Units lowest = Never;
    for (std::uint32_t t = from; t < to; ++t)
        if (m_state.remaining(t) > 0) lowest = std::min(lowest, m_state.floor(t));
    if (lowest == Never) return false;
    std::pair<Units, std::uint32_t> best{Never, 0};
    for (std::uint32_t t = from; t < to; ++t) {
        if (m_state.remaining(t) == 0) continue;
        const bool isLowest = m_state.floor(t) == lowest;
        if (!isLowest && !m_strategy->anywhere) continue;
        if (m_state.takeNews(t)) look(t);
        const Choice& choice = m_choices[t];
        const bool least = m_strategy->column == Strategy::Column::LeastRoom;
        const std::pair<Units, std::uint32_t> key{least ? m_state.slack(t) : Units(choice.count), choice.rank};
        if (key >= best || (!isLowest && !hollow(t))) continue;
        best = key;
        item = choice.item;
    }
    return true;
}

bool DepthFirst::search(std::uint32_t from, std::uint32_t to, int depth) {
    const State::Mark start = m_state.mark();
    for (ItemId item = 0; choose(from, to, item);) {
        ++m_nodes;
        if (m_nodes >= m_limit || depth > DeepestCall) m_unknown = true;
        if (m_nodes % 256 == 0 || m_state.work() >= m_nextLook) {
            m_nextLook = m_state.work() + WorkBetweenLooks;
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
