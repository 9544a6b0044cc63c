// SPDX-License-Identifier: GPL-3.0-or-later
// One model with accumulators of several widths, saturating and wrapping, as a table.
#pragma once

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class AccumulatorTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Bits, Mode, Overflows, Layers, Sqnr, LayerSqnr, WorstLayer, Agreement, Accuracy, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void setExperiment(std::shared_ptr<const pipeline::AccumulatorExperiment> experiment); // null: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant key(std::size_t row, int column) const;
    QString text(std::size_t row, int column) const;

    std::shared_ptr<const pipeline::AccumulatorExperiment> m_experiment;
};

} // namespace edgewright::views
