// SPDX-License-Identifier: GPL-3.0-or-later
// The fusion steps in the order of application.
#pragma once

#include "core/fusion/fuse.h"
#include "views/support/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::workbench {

class HistoryModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void show(std::shared_ptr<const fusion::History> history);
    views::Item itemAt(int row) const; // what the step made, or what it started from
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const fusion::History> m_history;
};

} // namespace edgewright::workbench
