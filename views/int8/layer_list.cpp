// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer_list.h"

#include "views/support/plain_tip.h"

#include <QSize>

#include <algorithm>

namespace edgewright::views {

void LayerList::setTyped(std::shared_ptr<const pipeline::Typed> typed) {
    if (typed == m_typed) return;
    beginResetModel();
    m_typed = std::move(typed);
    m_nodes.clear();
    if (m_typed && m_typed->graph)
        for (const NodeId id : m_typed->graph->order())
            if (quant::canStudy(*m_typed->graph, m_typed->graph->node(id))) m_nodes.push_back(id);
    m_common = 0;
    if (m_nodes.size() > 1) {
        std::string common = m_typed->graph->node(m_nodes.front()).label();
        for (const NodeId id : m_nodes) {
            const std::string label = m_typed->graph->node(id).label();
            const auto differ = std::mismatch(common.begin(), common.end(), label.begin(), label.end());
            common.erase(differ.first, common.end());
        }
        m_common = QString::fromStdString(common.substr(0, common.rfind('/') + 1)).size();
    }
    endResetModel();
}

NodeId LayerList::nodeAt(int row) const {
    return row >= 0 && static_cast<std::size_t>(row) < m_nodes.size() ? m_nodes[static_cast<std::size_t>(row)]
                                                                      : NodeId();
}

int LayerList::rowOf(NodeId node) const {
    const auto it = std::ranges::find(m_nodes, node);
    return it == m_nodes.end() ? -1 : static_cast<int>(it - m_nodes.begin());
}

int LayerList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_nodes.size());
}

QVariant LayerList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ir::Node& node = m_typed->graph->node(m_nodes[static_cast<std::size_t>(index.row())]);
    const QString op = QString::fromStdString(node.op), label = QString::fromStdString(node.label());
    if (role == Qt::DisplayRole) {
        const QString shown = label.mid(m_common);
        return shown.startsWith(op) ? shown : QString(op + QStringLiteral(" · ") + shown);
    }
    if (role == Qt::SizeHintRole) return QSize(0, 24);
    if (role == Qt::ToolTipRole) {
        const ValueId output = node.output(0);
        const QString type = output.valid() && m_typed->graph->contains(output)
                                 ? QString::fromStdString(m_typed->graph->value(output).type.text())
                                 : QString();
        return plainTip(op + QStringLiteral(" · ") + label + QLatin1Char('\n') + type);
    }
    return {};
}

} // namespace edgewright::views
