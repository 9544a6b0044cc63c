// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a quantized model and what became of each, as a table.
#pragma once

#include "views/int8/model/layer_measures.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class ModelTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    // The measures stand between, in the order of AllLayerMeasures.
    enum Column {
        Name,
        Op,
        FirstMeasure,
        Scales = FirstMeasure + static_cast<int>(AllLayerMeasures.size()),
        Why,
        Columns
    };
    using QAbstractTableModel::QAbstractTableModel;
    void setModel(std::shared_ptr<const pipeline::QuantizedModel> model,
                  std::shared_ptr<const pipeline::Sensitivity> sensitivity);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant key(std::size_t row, int column) const;
    QString text(std::size_t row, int column) const;

    std::shared_ptr<const pipeline::QuantizedModel> m_model;
    std::shared_ptr<const pipeline::Sensitivity> m_sensitivity;
};

} // namespace edgewright::views
