// SPDX-License-Identifier: GPL-3.0-or-later
// Every planner over every order of one graph: peak, distance to the bound, time, and how sure it is.
#pragma once

#include "core/pipeline/memory/plan_table.h"
#include "views/support/table/row_table.h"

#include <optional>
#include <vector>

namespace edgewright::views {

class PlanTableModel final : public RowTable {
    Q_OBJECT
public:
    using Cell = pipeline::PlannedCell;

    explicit PlanTableModel(QObject* parent = nullptr);
    // The first one is the plan that is shown: what the others are compared with. `stopped`: those that are
    // open are not computed now, as a person wished.
    void setCells(std::vector<Cell> cells, bool stopped);
    const std::vector<Cell>& cells() const { return m_cells; }
    std::optional<int> rowOf(const pipeline::PlanCell& cell) const;

private:
    table::Table table() const;
    QVariant words(const Cell& cell, std::string_view key, int role) const;
    QString stateText(const Cell& cell) const; // empty once it is done

    std::vector<Cell> m_cells;
    bool m_stopped = false;
    std::int64_t m_bestPeak = 0; // bytes, of all plans so far
};

} // namespace edgewright::views
