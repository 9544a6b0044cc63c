// SPDX-License-Identifier: GPL-3.0-or-later
// The layers and what they cost, as a table.
#pragma once

#include "core/pipeline/study.h"

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
        Columns
    };
    using QAbstractTableModel::QAbstractTableModel;
    void setCosts(std::shared_ptr<const pipeline::Costs> costs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant sortKey(const cost::LayerCost& layer, int column) const;
    QString text(const cost::LayerCost& layer, int column) const;

    std::shared_ptr<const pipeline::Costs> m_costs;
};

} // namespace edgewright::views
