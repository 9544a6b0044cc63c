// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/space_snapshot.h"

#include <algorithm>

namespace edgewright::views {

std::optional<std::size_t> SpaceSnapshot::placeOf(std::uint64_t index) const {
    const auto found = std::ranges::lower_bound(points, index, {}, &cost::DesignPoint::index);
    if (found == points.end() || found->index != index) return std::nullopt;
    return static_cast<std::size_t>(found - points.begin());
}

std::optional<std::size_t> SpaceSnapshot::placeOf(const cost::Accelerator& accelerator) const {
    const auto index = space().indexOf(accelerator);
    const auto place = index ? placeOf(*index) : std::nullopt;
    return place && points[*place].isPossible() ? place : std::nullopt;
}

std::int64_t SpaceSnapshot::alongFront(std::int64_t from, bool isBack) const {
    if (front.empty()) return -1;
    const auto at = std::ranges::find(front, static_cast<std::size_t>(from));
    if (from < 0 || at == front.end()) return static_cast<std::int64_t>(front.front());
    if (isBack ? at == front.begin() : at + 1 == front.end()) return -1;
    return static_cast<std::int64_t>(isBack ? *(at - 1) : *(at + 1));
}

cost::BestTable BestTables::tableOf(const SpaceSnapshot& snapshot, const cost::Direction& across,
                                    const cost::Direction& down, cost::Measure measure) {
    constexpr std::size_t Kept = 4;
    const std::scoped_lock lock(m_mutex);
    if (m_owner != snapshot.owner) m_tables.clear();
    m_owner = snapshot.owner;
    const auto known = std::ranges::find_if(m_tables, [&](const cost::BestTable& table) {
        return table.across() == across && table.down() == down && table.measure() == measure &&
               table.added() <= snapshot.points.size();
    });
    cost::BestTable table =
        known != m_tables.end() ? std::move(*known) : cost::BestTable(snapshot.space(), across, down, measure);
    if (known != m_tables.end()) m_tables.erase(known);
    table.add(snapshot.points.subspan(table.added()));
    m_tables.push_back(table);
    if (m_tables.size() > Kept) m_tables.erase(m_tables.begin());
    return table;
}

} // namespace edgewright::views
