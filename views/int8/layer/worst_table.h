// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer with the largest errors, as a table.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class WorstTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Place, Channel, Fp32, Int8, Code, Steps, Parts, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void setFacts(std::shared_ptr<const pipeline::LayerFacts> facts); // null: none
    std::int64_t elementAt(int row) const;                            // of the output; -1: no such row

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant key(std::int64_t element, int column) const;
    QString text(std::int64_t element, int column) const;
    QString partsText(int row) const;

    std::shared_ptr<const pipeline::LayerFacts> m_facts;
};

} // namespace edgewright::views
