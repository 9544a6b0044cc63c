// SPDX-License-Identifier: GPL-3.0-or-later
// What fusion refused and what it did, as two groups of rows. Texts are made when a row is seen: there can be
// thousands.
#pragma once

#include <QAbstractItemModel>

#include "core/fusion/fuse.h"

#include <memory>

namespace edgewright::views {

class StepsModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Group { NotFused, Applied };
    using QAbstractItemModel::QAbstractItemModel;
    void show(std::shared_ptr<const fusion::History> history);
    const std::shared_ptr<const fusion::History>& history() const { return m_history; }
    // What a row is about, in the fused or else in the original graph; invalid for a group.
    NodeId nodeAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::shared_ptr<const fusion::History> m_history;
};

} // namespace edgewright::views
