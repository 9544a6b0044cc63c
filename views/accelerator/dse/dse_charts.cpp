// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/dse_charts.h"

#include "core/base/catalogue.h"
#include "dse_charts.def"

#include <algorithm>

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_DSE_CHARTS, dseCharts, DseChartSpec, _dse)

cost::BestTable BestTables::tableOf(const std::shared_ptr<const pipeline::Explored>& points,
                                    const cost::Direction& across, const cost::Direction& down,
                                    cost::Measure measure) {
    const pipeline::Explored& explored = *points;
    constexpr std::size_t Kept = 4;
    const std::scoped_lock lock(m_mutex);
    if (m_owner != explored.owner) m_tables.clear();
    m_owner = explored.owner;
    const auto known = std::ranges::find_if(m_tables, [&](const cost::BestTable& table) {
        return table.across() == across && table.down() == down && table.measure() == measure &&
               table.added() <= explored.points.size();
    });
    cost::BestTable table = known != m_tables.end() ? std::move(*known)
                                                    : cost::BestTable(explored.space(), across, down, measure,
                                                                      explored.findings.constraints);
    if (known != m_tables.end()) m_tables.erase(known);
    const SeenPoints seen(points, m_intervals);
    const auto isSeen = [&](const cost::DesignPoint& point) { return seen.isInIntervals(point); };
    table.add(explored.points.subspan(table.added()),
              seen.hasIntervals() ? std::function<bool(const cost::DesignPoint&)>(isSeen) : nullptr);
    m_tables.push_back(table);
    if (m_tables.size() > Kept) m_tables.erase(m_tables.begin());
    return table;
}

MarkedTable::MarkedTable(const DseInput& input, const cost::Direction& across, const cost::Direction& down)
    : m_table(input.tables->tableOf(input.explored, across, down, input.measure)) {
    const cost::DesignPoint* best = m_table.best();
    if (!best) return;
    m_marked = m_table.cellOf(best->index);
    m_place = *input.explored->placeOf(best->index);
    m_value = cost::valueOf(*best, input.measure);
}

std::optional<std::size_t> MarkedTable::at(std::size_t across, std::size_t down) const {
    return isMarked(across, down) ? std::optional(m_place) : m_table.at(across, down);
}

double MarkedTable::valueAt(std::size_t across, std::size_t down) const {
    return isMarked(across, down) ? m_value : m_table.valueAt(across, down);
}

} // namespace edgewright::views
