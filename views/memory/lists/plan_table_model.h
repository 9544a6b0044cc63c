// SPDX-License-Identifier: GPL-3.0-or-later
// Every planner over every order of one graph: peak, distance to the bound, time, and how sure it is.
#pragma once

#include "core/pipeline/plan_table.h"
#include "views/support/table/row_table.h"

#include <memory>
#include <optional>
#include <vector>

namespace edgewright::views {

class PlanTableModel final : public RowTable {
    Q_OBJECT
public:
    enum class State { Waiting, Running, Done, Stopped, Failed };
    struct Cell {
        pipeline::PlanCell what;
        State state = State::Waiting;
        std::shared_ptr<const pipeline::MemoryPlan> plan = {}; // once it is done
        QString error = {};                                    // why it failed
    };

    explicit PlanTableModel(QObject* parent = nullptr);
    // The first one is the plan that is shown: what the others are compared with.
    void setCells(std::vector<pipeline::PlanCell> cells, std::shared_ptr<const pipeline::MemoryPlan> current);
    const std::vector<Cell>& cells() const { return m_cells; }
    void setState(std::size_t row, State state, const QString& error = {});
    void setPlan(std::size_t row, std::shared_ptr<const pipeline::MemoryPlan> plan);
    std::size_t count(State state) const;
    std::optional<int> rowOf(const pipeline::PlanCell& cell) const;

private:
    table::Table table() const;
    QVariant words(const Cell& cell, std::string_view key, int role) const;
    QString stateText(const Cell& cell) const; // empty once it is done
    void noteChange(std::size_t row);

    std::vector<Cell> m_cells;
    std::int64_t m_bestPeak = 0; // bytes, of all plans so far
};

} // namespace edgewright::views
