// SPDX-License-Identifier: GPL-3.0-or-later
// The layers and what they cost, as a table.
#pragma once

#include "core/pipeline/cost_comparison.h"

#include <QAbstractTableModel>

namespace edgewright::views {

class LayerTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Op,
        M,
        N,
        K,
        Repeat,
        Cycles,
        Stalls,
        Mapping,
        Utilization,
        Sram,
        Dram,
        Intensity,
        Bound,
        Energy,
        OtherCycles, // these are empty where nothing is compared
        Ratio,
        Columns
    };
    using QAbstractTableModel::QAbstractTableModel;
    // `compared`: of these costs, or null.
    void setCosts(std::shared_ptr<const pipeline::Costs> costs,
                  std::shared_ptr<const pipeline::ComparedCosts> compared);
    bool hasComparison() const { return m_compared != nullptr; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant sortKey(std::size_t row, int column) const;
    QString text(std::size_t row, int column) const;
    // Null where there is none.
    const cost::Together* otherOf(std::size_t row) const;

    std::shared_ptr<const pipeline::Costs> m_costs;
    std::shared_ptr<const pipeline::ComparedCosts> m_compared;
};

} // namespace edgewright::views
