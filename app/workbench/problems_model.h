// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about the model: severity, place, message; each row knows where to jump.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/selection.h"

#include <QAbstractTableModel>

#include <memory>

namespace edgewright::workbench {

class ProblemsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void show(const pipeline::Analysis& analysis);
    views::Item itemAt(int row) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Diagnostics m_rows;
};

} // namespace edgewright::workbench
