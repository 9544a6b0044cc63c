// SPDX-License-Identifier: GPL-3.0-or-later
// The best tiling of each strategy, and below them the one that is chosen without a search.
#pragma once

#include "core/cost/search/strategy_comparison.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class SearchTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Best, ToBest, Tile, Order, Share, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes); // null: none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    // The outcome of a row; null: the last one, which is chosen without a search.
    const cost::search::StrategyOutcome* outcomeOf(int row) const;
    QVariant sorted(int row, int column) const;
    QString text(int row, int column) const;
    std::optional<cost::Tiling> tilingOf(int row) const;
    double valueOf(int row) const;

    std::shared_ptr<const cost::search::StrategyOutcomes> m_outcomes;
};

} // namespace edgewright::views
