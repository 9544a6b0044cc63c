// SPDX-License-Identifier: GPL-3.0-or-later
// Every term of one output, in the order of summation.
#pragma once

#include "core/quant/value_trace.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::views {

class TermModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Term, Channel, Kernel, XCode, WCode, Product, Held, X, W, Exact, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    void setTrace(std::shared_ptr<const quant::ValueTrace> trace);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString shown(std::size_t row, int column) const;
    QVariant sorted(std::size_t row, int column) const;

    std::shared_ptr<const quant::ValueTrace> m_trace;
};

} // namespace edgewright::views
