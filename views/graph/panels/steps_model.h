// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of fusion, what it could do besides, and what it refused: verdicts, below each the rules with their
// counts, below each rule its places. Texts are made when a row is seen: there can be thousands.
#pragma once

#include <QAbstractItemModel>

#include "core/fusion/fuse.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::views {

class StepsModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Group { Applied, Possible, NotFused, Alternative, GroupCount };
    enum class Level { Group, Rule, Entry };
    enum Role {
        DetailRole = Qt::UserRole + 8, // behind SortRole: the second line, of an entry the whole reason
        BenefitRole,                   // the last line: what it saves; or nothing
        ActionRole,                    // what a button on the row does: "Undo", "Apply"; or nothing
        DoneRole,                      // false: behind the place in the history that is shown
    };
    using QAbstractItemModel::QAbstractItemModel;
    void show(std::shared_ptr<const fusion::History> history);
    const std::shared_ptr<const fusion::History>& history() const { return m_history; }
    // Only rows of this rule; empty: all.
    void setRule(const std::string& rule);
    const std::string& rule() const { return m_rule; }
    // Only entries whose rule, names or reason hold every word.
    void setWords(const QString& words);
    // A last line for applied steps by their index, instead of what the step itself knows.
    void setDetails(std::vector<QString> details);
    void setStepShown(std::size_t step);

    Level levelOf(const QModelIndex& index) const;
    Group groupOf(const QModelIndex& index) const;
    // The node that a row is about, in the fused or else in the original graph; invalid unless it is an entry.
    NodeId nodeAt(const QModelIndex& index) const;
    std::vector<NodeId> nodesBelow(const QModelIndex& index) const; // of all entries of a rule
    const fusion::Step* stepAt(const QModelIndex& index) const;     // null unless it is a step
    std::size_t entryAt(const QModelIndex& index) const;            // in the list of its group

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct RuleRows {
        std::string rule;
        std::vector<std::size_t> entries; // in the list of the group
    };
    void list();
    void relist();
    void tellApplied(int role); // entries of steps that were applied have another `role`
    bool passes(const std::string& rule, const std::string& reason,
                const std::vector<std::string>& names) const;
    const RuleRows& rulesAt(const QModelIndex& index) const; // of a rule or an entry
    QVariant groupData(const QModelIndex& index, int role) const;
    QVariant ruleData(const QModelIndex& index, int role) const;
    static bool isRefusal(Group group) { return group == NotFused || group == Alternative; }

    std::shared_ptr<const fusion::History> m_history;
    std::string m_rule;
    QStringList m_words;
    std::vector<QString> m_details;
    std::size_t m_shown = SIZE_MAX;
    std::vector<RuleRows> m_rules[GroupCount]; // those with entries that pass, in the order of application
};

} // namespace edgewright::views
