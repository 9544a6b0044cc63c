// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/steps_model.h"

#include "views/support/fusion_edits.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QStringList>

namespace edgewright::views {

namespace {

constexpr int MaxWord = 36;
constexpr quintptr TopLevel = StepsModel::GroupCount; // internal id of a group; of a row it is its group

// "a/very/long/path/Relu" becomes "…/Relu"; the list is narrow and the tooltip has it all.
QString withShortNames(QString sentence, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const QString full = text(name);
        if (const qsizetype slash = full.lastIndexOf(u'/'); slash > 0)
            sentence.replace(full, QStringLiteral("…") + full.mid(slash));
    }
    return sentence;
}

QString ruleText(const std::string& rule) {
    return rule.empty() ? StepsModel::tr("by hand") : QString::fromStdString(rule);
}

} // namespace

void StepsModel::show(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return;
    beginResetModel();
    m_history = std::move(history);
    m_details.clear();
    m_shown = SIZE_MAX;
    list();
    endResetModel();
}

void StepsModel::setRule(const std::string& rule) {
    if (rule == m_rule) return;
    beginResetModel();
    m_rule = rule;
    list();
    endResetModel();
}

void StepsModel::setDetails(std::vector<QString> details) {
    m_details = std::move(details);
    const QModelIndex group = index(Applied, 0);
    if (rowCount(group) > 0)
        emit dataChanged(index(0, 0, group), index(rowCount(group) - 1, 0, group), {DetailRole});
}

void StepsModel::setStepShown(std::size_t step) {
    if (step == m_shown) return;
    m_shown = step;
    const QModelIndex group = index(Applied, 0);
    if (rowCount(group) > 0)
        emit dataChanged(index(0, 0, group), index(rowCount(group) - 1, 0, group), {DoneRole});
}

void StepsModel::list() {
    for (auto& rows : m_rows)
        rows.clear();
    if (!m_history) return;
    const auto pass = [this](const auto& entries, auto rowsOf) {
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (m_rule.empty() || entries[i].rule == m_rule) m_rows[rowsOf(entries[i])].push_back(i);
    };
    pass(m_history->steps, [](const fusion::Step&) { return Applied; });
    pass(m_history->possible, [](const fusion::Step&) { return Possible; });
    pass(m_history->refusals,
         [](const fusion::Refusal& refusal) { return refusal.isFused ? Alternative : NotFused; });
}

bool StepsModel::isRefusal(const QModelIndex& index) {
    return index.internalId() == NotFused || index.internalId() == Alternative;
}

std::size_t StepsModel::entryAt(const QModelIndex& index) const {
    return m_rows[index.internalId()][static_cast<std::size_t>(index.row())];
}

const fusion::Step* StepsModel::stepAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == TopLevel || isRefusal(index)) return nullptr;
    const std::size_t entry = entryAt(index);
    return index.internalId() == Applied ? &m_history->steps[entry] : &m_history->possible[entry];
}

NodeId StepsModel::nodeAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == TopLevel) return {};
    if (isRefusal(index)) {
        const std::vector<NodeId>& nodes = m_history->refusals[entryAt(index)].nodes;
        return nodes.empty() ? NodeId() : nodes.front();
    }
    const fusion::Step& step = *stepAt(index);
    if (index.internalId() == Applied)
        for (auto made = step.made.rbegin(); made != step.made.rend(); ++made)
            if (m_history->graph.contains(*made)) return *made;
    for (const NodeId fused : step.nodes)
        if (m_history->base.contains(fused) || m_history->graph.contains(fused)) return fused;
    for (const NodeId node : step.site.nodes)
        if (m_history->base.contains(node)) return node;
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
    if (!parent.isValid()) return GroupCount;
    if (parent.internalId() != TopLevel || parent.column() != 0) return 0;
    return static_cast<int>(m_rows[parent.row()].size());
}

int StepsModel::columnCount(const QModelIndex&) const { return 1; }

QVariant StepsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (index.internalId() == TopLevel) {
        if (role == Qt::FontRole) return font(TextSize::Body, true);
        if (role != Qt::DisplayRole) return {};
        const QString names[GroupCount] = {tr("Applied"), tr("Possible"), tr("Not fused"),
                                           tr("Fused, but not into one operator")};
        return QStringLiteral("%1 · %2").arg(names[index.row()]).arg(rowCount(index));
    }
    const std::size_t entry = entryAt(index);
    if (isRefusal(index)) {
        const fusion::Refusal& refusal = m_history->refusals[entry];
        if (role == Qt::DisplayRole)
            return shortNames(withShortNames(text(refusal.reason), refusal.names), MaxWord);
        if (role == DetailRole) return ruleText(refusal.rule);
        if (role == Qt::ToolTipRole) return text(refusal.reason);
        return {};
    }
    const fusion::Step& step = *stepAt(index);
    const bool applied = index.internalId() == Applied;
    switch (role) {
    case Qt::DisplayRole:
        return shortNames(withShortNames(text(step.reason), step.names), MaxWord);
    case Qt::ToolTipRole:
        return text(step.reason);
    case ActionRole:
        return applied ? tr("Undo") : tr("Apply");
    case DoneRole:
        return !applied || entry < m_shown;
    case DetailRole: {
        if (applied && entry < m_details.size()) return m_details[entry];
        const QString benefit = benefitText(step.benefit);
        return benefit.isEmpty() ? ruleText(step.rule) : ruleText(step.rule) + QStringLiteral(" · ") + benefit;
    }
    default:
        return {};
    }
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    if (index.internalId() == TopLevel) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace edgewright::views
