// SPDX-License-Identifier: GPL-3.0-or-later
// What fusion did, what it could do besides, and what it refused, as groups of rows. Texts are made when a row
// is seen: there can be thousands.
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
    enum Role {
        DetailRole = Qt::UserRole, // the second line: rule and benefit
        ActionRole,                // what a button on the row does: "Undo", "Apply"; or nothing
        DoneRole,                  // false: behind the place in the history that is shown
    };
    using QAbstractItemModel::QAbstractItemModel;
    void show(std::shared_ptr<const fusion::History> history);
    const std::shared_ptr<const fusion::History>& history() const { return m_history; }
    // Only rows of this rule; empty: all.
    void setRule(const std::string& rule);
    const std::string& rule() const { return m_rule; }
    // A second line for applied steps by their index, instead of what the step itself knows.
    void setDetails(std::vector<QString> details);
    void setStepShown(std::size_t step);

    // What a row is about, in the fused or else in the original graph; invalid for a group.
    NodeId nodeAt(const QModelIndex& index) const;
    const fusion::Step* stepAt(const QModelIndex& index) const; // null for groups and refusals
    std::size_t entryAt(const QModelIndex& index) const;        // in the list of its group

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void list();
    static bool isRefusal(const QModelIndex& index); // an entry of History::refusals

    std::shared_ptr<const fusion::History> m_history;
    std::string m_rule;
    std::vector<QString> m_details;
    std::size_t m_shown = SIZE_MAX;
    std::vector<std::size_t> m_rows[GroupCount]; // entries that pass the filter
};

} // namespace edgewright::views
