// SPDX-License-Identifier: GPL-3.0-or-later
// The modules of a graph and their nodes as a tree. A row that is expanded is a module that is open in the
// picture.
#pragma once

#include <QAbstractItemModel>
#include <QWidget>

#include "core/modules/modules.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

class QTreeView;
class QVBoxLayout;

namespace edgewright::views {

class OutlineModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;
    // Both null, or the modules of that graph.
    void show(std::shared_ptr<const ir::Graph> graph, std::shared_ptr<const modules::Modules> modules);
    // The item of a row; neither module nor node for an invalid index.
    modules::Item item(const QModelIndex& index) const;
    QModelIndex indexOf(NodeId node) const;
    QModelIndex indexOf(modules::ModuleId module) const; // invalid: the root, too

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    modules::ModuleId moduleAt(const QModelIndex& index) const; // the root for an invalid index

    std::shared_ptr<const ir::Graph> m_graph;
    std::shared_ptr<const modules::Modules> m_modules;
    std::vector<int> m_rows; // by module: its row in its parent
};

class OutlinePanel final : public QWidget {
    Q_OBJECT
public:
    explicit OutlinePanel(QWidget* parent = nullptr);
    void setModules(std::shared_ptr<const ir::Graph> graph, std::shared_ptr<const modules::Modules> modules);
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
    void makeCurrent(const QModelIndex& index);

    OutlineModel* m_model;
    QTreeView* m_tree;
    QVBoxLayout* m_bookmarks;
    bool m_quiet = false;
    std::set<modules::ModuleId> m_shownOpen; // that setOpen() and the person have left expanded
};

} // namespace edgewright::views
