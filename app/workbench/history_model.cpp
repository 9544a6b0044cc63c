// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/history_model.h"

namespace edgewright::workbench {

void HistoryModel::show(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return;
    beginResetModel();
    m_history = std::move(history);
    endResetModel();
}

views::Item HistoryModel::itemAt(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    const fusion::Step& step = m_history->steps[static_cast<std::size_t>(row)];
    for (const NodeId made : step.made)
        if (m_history->graph.contains(made)) return {made, {}};
    for (const NodeId node : step.nodes)
        if (m_history->base.contains(node)) return {node, {}};
    return {};
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_history ? 0 : static_cast<int>(m_history->steps.size());
}
int HistoryModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 3; }

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const fusion::Step& step = m_history->steps[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case 0:
        return index.row() + 1;
    case 1:
        return step.rule.empty() ? tr("by hand") : QString::fromStdString(step.rule);
    default:
        return QString::fromStdString(step.reason);
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Step") : section == 1 ? tr("Rule") : tr("What it did");
}

} // namespace edgewright::workbench
