// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/steps_model.h"

#include "views/support/fusion_edits.h"
#include "views/support/plain_tip.h"
#include "views/support/short_name.h"
#include "views/support/table/table_text.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QStringList>

#include <algorithm>
#include <numeric>

namespace edgewright::views {

namespace {

constexpr int MaxStepWord = 36, MaxReasonWord = 20;
// Internal ids: groups have 0, rules the number of their group from 1, entries that and the number of their
// rule above.
constexpr int RuleShift = 8;

// "MatMul + Add · …/features.5/attn": what tells an entry from its neighbours stands first.
QString tellingNames(const std::vector<std::string>& names) {
    constexpr std::size_t MaxNames = 3;
    QStringList last;
    QString scope;
    for (std::size_t i = 0; i < std::min(names.size(), MaxNames); ++i) {
        const QString full = text(names[i]);
        const qsizetype slash = full.lastIndexOf(u'/');
        last << shortName(full.mid(slash + 1), MaxStepWord);
        if (i > 0 || slash <= 0) continue;
        // From −1 Qt searches from the end.
        const qsizetype parent = full.lastIndexOf(u'/', slash - 1);
        const qsizetype above = parent > 0 ? full.lastIndexOf(u'/', parent - 1) : -1;
        scope = above > 0 ? QStringLiteral("…") + full.mid(above, slash - above) : full.left(slash);
    }
    QString line = last.join(QStringLiteral(" + "));
    if (names.size() > MaxNames)
        line += StepsModel::tr(" + %n more", nullptr, static_cast<int>(names.size() - MaxNames));
    return scope.isEmpty() ? line : line + QStringLiteral(" · ") + scope;
}

} // namespace

void StepsModel::show(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return;
    m_history = std::move(history);
    m_details.clear();
    m_shown = SIZE_MAX;
    relist();
}

void StepsModel::setRule(const std::string& rule) {
    if (rule == m_rule) return;
    m_rule = rule;
    relist();
}

void StepsModel::setWords(const QString& words) {
    QStringList list = words.split(u' ', Qt::SkipEmptyParts);
    if (list == m_words) return;
    m_words = std::move(list);
    relist();
}

void StepsModel::setDetails(std::vector<QString> details) {
    m_details = std::move(details);
    tellApplied(BenefitRole);
}

void StepsModel::setStepShown(std::size_t step) {
    if (step == m_shown) return;
    m_shown = step;
    tellApplied(DoneRole);
}

void StepsModel::tellApplied(int role) {
    const QModelIndex group = index(Applied, 0);
    for (int rule = 0; rule < rowCount(group); ++rule) {
        const QModelIndex parent = index(rule, 0, group);
        emit dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, 0, parent), {role});
    }
}

void StepsModel::relist() {
    beginResetModel();
    list();
    endResetModel();
}

bool StepsModel::passes(const std::string& rule, const std::string& reason,
                        const std::vector<std::string>& names) const {
    if (!m_rule.empty() && rule != m_rule) return false;
    return std::ranges::all_of(m_words, [&](const QString& word) {
        const auto has = [&](const std::string& in) { return text(in).contains(word, Qt::CaseInsensitive); };
        return has(rule) || ruleTitle(rule).contains(word, Qt::CaseInsensitive) || has(reason) ||
               std::ranges::any_of(names, has);
    });
}

void StepsModel::list() {
    for (auto& rules : m_rules)
        rules.clear();
    if (!m_history) return;
    const auto sort = [this](const auto& entries, auto groupOfEntry) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (!passes(entries[i].rule, entries[i].reason, entries[i].names)) continue;
            auto& rules = m_rules[groupOfEntry(entries[i])];
            auto found = std::ranges::find(rules, entries[i].rule, &RuleRows::rule);
            if (found == rules.end()) found = rules.insert(rules.end(), RuleRows{entries[i].rule, {}});
            found->entries.push_back(i);
        }
    };
    sort(m_history->steps, [](const fusion::Step&) { return Applied; });
    sort(m_history->possible, [](const fusion::Step&) { return Possible; });
    sort(m_history->refusals,
         [](const fusion::Refusal& refusal) { return refusal.isFused ? Alternative : NotFused; });
}

StepsModel::Level StepsModel::levelOf(const QModelIndex& index) const {
    return index.internalId() == 0                  ? Level::Group
           : (index.internalId() >> RuleShift) == 0 ? Level::Rule
                                                    : Level::Entry;
}

StepsModel::Group StepsModel::groupOf(const QModelIndex& index) const {
    return static_cast<Group>(index.internalId() == 0
                                  ? index.row()
                                  : static_cast<int>(index.internalId() & ((1U << RuleShift) - 1)) - 1);
}

const StepsModel::RuleRows& StepsModel::rulesAt(const QModelIndex& index) const {
    const std::size_t row = levelOf(index) == Level::Rule ? static_cast<std::size_t>(index.row())
                                                          : (index.internalId() >> RuleShift) - 1;
    return m_rules[groupOf(index)][row];
}

std::size_t StepsModel::entryAt(const QModelIndex& index) const {
    return rulesAt(index).entries[static_cast<std::size_t>(index.row())];
}

const fusion::Step* StepsModel::stepAt(const QModelIndex& index) const {
    if (!index.isValid() || levelOf(index) != Level::Entry || isRefusal(groupOf(index))) return nullptr;
    const std::size_t entry = entryAt(index);
    return groupOf(index) == Applied ? &m_history->steps[entry] : &m_history->possible[entry];
}

NodeId StepsModel::nodeAt(const QModelIndex& index) const {
    if (!index.isValid() || levelOf(index) != Level::Entry) return {};
    if (isRefusal(groupOf(index))) {
        const fusion::Refusal& refusal = m_history->refusals[entryAt(index)];
        return refusal.nodes.empty() ? NodeId() : refusal.nodes[refusal.firstUnfused];
    }
    const fusion::Step& step = *stepAt(index);
    if (groupOf(index) == Applied)
        for (auto made = step.made.rbegin(); made != step.made.rend(); ++made)
            if (m_history->graph.contains(*made)) return *made;
    for (const NodeId fused : step.nodes)
        if (m_history->base.contains(fused) || m_history->graph.contains(fused)) return fused;
    for (const NodeId node : step.site.nodes)
        if (m_history->base.contains(node)) return node;
    return {};
}

std::vector<NodeId> StepsModel::nodesBelow(const QModelIndex& index) const {
    std::vector<NodeId> nodes;
    if (!index.isValid() || levelOf(index) != Level::Rule) return nodes;
    for (int row = 0; row < rowCount(index); ++row)
        if (const NodeId node = nodeAt(this->index(row, 0, index)); node.valid()) nodes.push_back(node);
    return nodes;
}

QModelIndex StepsModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    if (!parent.isValid()) return createIndex(row, column, quintptr(0));
    const quintptr group = static_cast<quintptr>(groupOf(parent)) + 1;
    if (levelOf(parent) == Level::Group) return createIndex(row, column, group);
    return createIndex(row, column, group | (static_cast<quintptr>(parent.row()) + 1) << RuleShift);
}

QModelIndex StepsModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || levelOf(index) == Level::Group) return {};
    if (levelOf(index) == Level::Rule) return createIndex(groupOf(index), 0, quintptr(0));
    return createIndex(static_cast<int>(index.internalId() >> RuleShift) - 1, 0,
                       static_cast<quintptr>(groupOf(index)) + 1);
}

int StepsModel::rowCount(const QModelIndex& parent) const {
    if (!m_history || parent.column() > 0) return 0;
    if (!parent.isValid()) return GroupCount;
    switch (levelOf(parent)) {
    case Level::Group:
        return static_cast<int>(m_rules[parent.row()].size());
    case Level::Rule:
        return static_cast<int>(rulesAt(parent).entries.size());
    case Level::Entry:
        break;
    }
    return 0;
}

int StepsModel::columnCount(const QModelIndex&) const { return 1; }

QVariant StepsModel::groupData(const QModelIndex& index, int role) const {
    if (role == Qt::FontRole) return font(TextSize::Body, true);
    if (role != Qt::DisplayRole) return {};
    const auto& rules = m_rules[index.row()];
    const std::size_t count =
        std::accumulate(rules.begin(), rules.end(), std::size_t(0),
                        [](std::size_t sum, const RuleRows& rule) { return sum + rule.entries.size(); });
    const QString names[GroupCount] = {tr("Fused"), tr("Possible"), tr("Not fused"),
                                       tr("Fused in another way")};
    return QStringLiteral("%1 · %2").arg(names[index.row()]).arg(count);
}

QVariant StepsModel::ruleData(const QModelIndex& index, int role) const {
    const RuleRows& rows = rulesAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return QStringLiteral("%1 · %2").arg(ruleTitle(rows.rule)).arg(rows.entries.size());
    case DetailRole:
        return rows.rule.empty() ? tr("Groups that were made by hand") : QString();
    case Qt::ToolTipRole: // as the command line calls it
        return text(rows.rule);
    case BenefitRole: {
        if (groupOf(index) != Applied) return {};
        fusion::Benefit sum;
        for (const std::size_t entry : rows.entries) {
            sum.launches += m_history->steps[entry].benefit.launches;
            sum.trafficBytes += m_history->steps[entry].benefit.trafficBytes;
        }
        return benefitText(sum);
    }
    default:
        return {};
    }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (levelOf(index) == Level::Group) return groupData(index, role);
    if (levelOf(index) == Level::Rule) return ruleData(index, role);
    const std::size_t entry = entryAt(index);
    const fusion::Step* step = stepAt(index);
    const std::vector<std::string>& names = step ? step->names : m_history->refusals[entry].names;
    const std::string& reason = step ? step->reason : m_history->refusals[entry].reason;
    switch (role) {
    case Qt::DisplayRole:
        return tellingNames(names);
    case DetailRole:
        return shortNames(text(reason), MaxReasonWord);
    case Qt::ToolTipRole:
        return plainTip(text(reason));
    case Qt::AccessibleDescriptionRole:
        return text(reason);
    default:
        break;
    }
    if (!step) return {};
    const bool applied = groupOf(index) == Applied;
    switch (role) {
    case ActionRole:
        return applied ? tr("Undo") : tr("Apply");
    case DoneRole:
        return !applied || entry < m_shown;
    case BenefitRole:
        return applied && entry < m_details.size() ? m_details[entry] : benefitText(step->benefit);
    default:
        return {};
    }
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    if (levelOf(index) == Level::Entry)
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace edgewright::views
