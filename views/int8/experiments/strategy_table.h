// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies to quantize a model, as far as they were tried, as a table.
#pragma once

#include "core/pipeline/quantization/strategies/strategies.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>

namespace edgewright::views {

class StrategyTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Accuracy, Agreement, Sqnr, LayerSqnr, Worst, Weights, Time, Verdict, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    // Null: none.
    void setComparison(std::shared_ptr<const pipeline::StrategyComparison> comparison);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant key(std::size_t row, int column) const;
    QString text(std::size_t row, int column, const QVariant& key) const;

    std::shared_ptr<const pipeline::StrategyComparison> m_comparison;
    std::optional<std::size_t> m_recommended;
    std::vector<std::size_t> m_pareto;
};

} // namespace edgewright::views
