// SPDX-License-Identifier: GPL-3.0-or-later
// The layers that can be studied in INT8, in execution order.
#pragma once

#include "core/pipeline/study.h"

#include <QAbstractListModel>

namespace edgewright::views {

class LayerList final : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setTyped(std::shared_ptr<const pipeline::Typed> typed);
    NodeId nodeAt(int row) const;
    int rowOf(NodeId node) const; // -1 when it cannot be studied

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const pipeline::Typed> m_typed;
    std::vector<NodeId> m_nodes;
    qsizetype m_common = 0; // length of the path that all names begin with; left out on screen
};

} // namespace edgewright::views
