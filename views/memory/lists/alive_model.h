// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors alive in one step as a table: name, bytes with their share, lower bound without it.
#pragma once

#include "views/memory/lists/peak_report.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class AliveModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Bytes, Without, Columns };
    enum Role { ShareRole = Qt::UserRole + 8, KindRole };

    using QAbstractTableModel::QAbstractTableModel;
    void setReport(std::shared_ptr<const PlanSide> side, StepReport report);
    const StepReport& report() const { return m_report; }
    LifeId life(int row) const { return m_report.alive[static_cast<std::size_t>(row)].life; }
    int rowOf(LifeId life) const; // by buffer; -1: not alive

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const PlanSide> m_side;
    StepReport m_report;
};

} // namespace edgewright::views
