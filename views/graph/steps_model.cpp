// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/steps_model.h"

#include "views/support/theme.h"

#include <QStringList>

namespace edgewright::views {

namespace {

constexpr quintptr TopLevel = 2; // internal id of a group; of a row it is its group

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

// "a/very/long/path/Relu" becomes "…/Relu"; the list is narrow and the tooltip has it all.
QString withShortNames(QString sentence, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const QString full = text(name);
        if (const qsizetype slash = full.lastIndexOf(u'/'); slash > 0)
            sentence.replace(full, QStringLiteral("…") + full.mid(slash));
    }
    return sentence;
}

template <typename Entry> // fusion::Step or fusion::Refusal
QVariant describe(const Entry& entry, int role) {
    if (role == Qt::DisplayRole) return withShortNames(text(entry.reason), entry.names);
    if (role != Qt::ToolTipRole) return {};
    return QStringLiteral("<p>%1</p><p><i>%2</i></p>")
        .arg(text(entry.reason).toHtmlEscaped(), text(entry.rule).toHtmlEscaped());
}

} // namespace

void StepsModel::show(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return;
    beginResetModel();
    m_history = std::move(history);
    endResetModel();
}

NodeId StepsModel::nodeAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == TopLevel) return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == NotFused) {
        const std::vector<NodeId>& nodes = m_history->refusals[row].nodes;
        return nodes.empty() ? NodeId() : nodes.front();
    }
    const fusion::Step& step = m_history->steps[row];
    for (auto made = step.made.rbegin(); made != step.made.rend(); ++made)
        if (m_history->graph.contains(*made)) return *made;
    for (const NodeId fused : step.nodes)
        if (m_history->base.contains(fused) || m_history->graph.contains(fused)) return fused;
    return {};
}

QModelIndex StepsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : TopLevel);
}

QModelIndex StepsModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == TopLevel) return {};
    return createIndex(static_cast<int>(index.internalId()), 0, TopLevel);
}

int StepsModel::rowCount(const QModelIndex& parent) const {
    if (!m_history) return 0;
    if (!parent.isValid()) return 2;
    if (parent.internalId() != TopLevel || parent.column() != 0) return 0;
    return static_cast<int>(parent.row() == NotFused ? m_history->refusals.size() : m_history->steps.size());
}

int StepsModel::columnCount(const QModelIndex&) const { return 1; }

QVariant StepsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (index.internalId() == TopLevel) {
        if (role == Qt::FontRole) return font(TextSize::Body, true);
        if (role != Qt::DisplayRole) return {};
        return QStringLiteral("%1 · %2")
            .arg(index.row() == NotFused ? tr("Not fused") : tr("Applied"))
            .arg(rowCount(index));
    }
    const auto row = static_cast<std::size_t>(index.row());
    return index.internalId() == NotFused ? describe(m_history->refusals[row], role)
                                          : describe(m_history->steps[row], role);
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    if (index.internalId() == TopLevel) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace edgewright::views
