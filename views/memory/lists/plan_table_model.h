// SPDX-License-Identifier: GPL-3.0-or-later
// Every planner over every order of one graph: peak, distance to the bound, time, and how sure it is.
#pragma once

#include "core/pipeline/plan_table.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace edgewright::views {

class PlanTableModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Planner, Order, Peak, Ratio, Change, Seconds, Result, Columns };
    enum class State { Waiting, Running, Done, Stopped, Failed };
    struct Cell {
        pipeline::PlanCell what;
        State state = State::Waiting;
        std::shared_ptr<const pipeline::MemoryPlan> plan = {}; // once it is done
        QString error = {};                                    // why it failed
    };

    using QAbstractTableModel::QAbstractTableModel;
    // The first one is the plan that is shown: what the others are compared with.
    void setCells(std::vector<pipeline::PlanCell> cells, std::shared_ptr<const pipeline::MemoryPlan> current);
    const std::vector<Cell>& cells() const { return m_cells; }
    void setState(std::size_t row, State state, const QString& error = {});
    void setPlan(std::size_t row, std::shared_ptr<const pipeline::MemoryPlan> plan);
    std::size_t count(State state) const;
    std::optional<int> rowOf(const pipeline::PlanCell& cell) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString shown(const Cell& cell, int column) const;
    QVariant sorted(const Cell& cell, int column) const;
    QString result(const Cell& cell) const;
    void noteChange(std::size_t row);

    std::vector<Cell> m_cells;
    std::int64_t m_bestPeak = 0; // bytes, of all plans so far
};

} // namespace edgewright::views
