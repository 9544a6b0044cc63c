// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/life_index.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace edgewright::views {

LifeIndex::LifeIndex(const std::vector<std::pair<std::int64_t, std::int64_t>>& intervals)
    : m_leaves(intervals.empty() ? 0 : std::bit_ceil(intervals.size())), m_order(intervals.size()) {
    std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    std::ranges::stable_sort(m_order, {}, [&](std::size_t i) { return intervals[i].first; });
    m_latest.assign(2 * m_leaves, std::numeric_limits<std::int64_t>::min());
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        m_starts.push_back(intervals[m_order[i]].first);
        m_latest[m_leaves + i] = intervals[m_order[i]].second;
    }
    for (std::size_t node = m_leaves; node-- > 1;)
        m_latest[node] = std::max(m_latest[2 * node], m_latest[2 * node + 1]);
}

std::size_t LifeIndex::startingBefore(std::int64_t step) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(m_starts, step) - m_starts.begin());
}

} // namespace edgewright::views
