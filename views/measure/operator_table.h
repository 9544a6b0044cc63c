// SPDX-License-Identifier: GPL-3.0-or-later
// Operators by time: share, before and after, rate, what was predicted.
#pragma once

#include "core/device/operator_rows.h"

#include <QAbstractTableModel>

#include <functional>
#include <optional>
#include <vector>

namespace edgewright::views {

class OperatorTable final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Op, Before, Time, Change, Share, Rate, Roof, Predicted, Ratio, Columns };
    using QAbstractTableModel::QAbstractTableModel;
    // `roof`: the share of the device's roof that a row reaches; null: it was not measured.
    void setRows(std::vector<device::OperatorRow> rows,
                 std::function<std::optional<double>(const device::OperatorRow&)> roof = {});
    const std::vector<device::OperatorRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant sortKey(std::size_t row, int column) const;

    std::vector<device::OperatorRow> m_rows;
    std::vector<std::optional<double>> m_roof; // by row
};

} // namespace edgewright::views
