// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a graph and their nodes as a tree with their sums; a click on a head sorts what stands side by
// side. A row that is expanded is a module that is open in the picture.
#pragma once

#include <QWidget>

#include "core/pipeline/outline.h"
#include "views/support/table/row_table.h"

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

class QSortFilterProxyModel;
class QTreeView;
class QVBoxLayout;

namespace edgewright::views {

class OutlineModel final : public RowTable {
    Q_OBJECT
public:
    explicit OutlineModel(QObject* parent = nullptr);
    void show(std::shared_ptr<const pipeline::Outline> outline); // null: of none
    // The item of a row; neither module nor node for an invalid index.
    modules::Item item(const QModelIndex& index) const;
    QModelIndex indexOf(NodeId node) const;
    QModelIndex indexOf(modules::ModuleId module) const; // invalid: the root, too

private:
    QVariant extra(int row, std::string_view key, int role) const;
    QString nodeText(NodeId node, bool isTip) const;
    QString moduleText(modules::ModuleId module, bool isTip) const;

    std::shared_ptr<const pipeline::Outline> m_outline;
    std::vector<int> m_modules; // by module: its row
    std::map<NodeId, int> m_nodes;
};

class OutlinePanel final : public QWidget {
    Q_OBJECT
public:
    explicit OutlinePanel(QWidget* parent = nullptr);
    void setOutline(std::shared_ptr<const pipeline::Outline> outline); // null: of none
    // Expands just these; says nothing of it.
    void setOpen(const std::set<modules::ModuleId>& open);
    void reveal(NodeId node); // its row becomes the current one, or that of the first folded module around it
    void reveal(modules::ModuleId module);
    // Number and label of each bookmark, below the tree.
    void setBookmarks(const std::vector<std::pair<int, QString>>& bookmarks);

signals:
    void nodeChosen(edgewright::NodeId node);
    void moduleChosen(edgewright::modules::ModuleId module);
    void opened(edgewright::modules::ModuleId module, bool open);
    void bookmarkChosen(int number);

private:
    void makeCurrent(const QModelIndex& index); // of the model

    OutlineModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTreeView* m_tree;
    QVBoxLayout* m_bookmarks;
    bool m_quiet = false;
    std::set<modules::ModuleId> m_shownOpen; // that setOpen() and the person have left expanded
};

} // namespace edgewright::views
