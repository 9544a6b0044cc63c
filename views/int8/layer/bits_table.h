// SPDX-License-Identifier: GPL-3.0-or-later
// Bit growth of a layer, row by row: from one product to the accumulator that was chosen.
#pragma once

#include "core/quant/layer_study.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace edgewright::views {

class BitsTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Bits, Detail, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void setStudy(std::shared_ptr<const quant::LayerStudy> study);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString what;
        int bits = 0; // 0: the row counts something else
        QString detail;
    };
    std::vector<Row> m_rows;
};

} // namespace edgewright::views
