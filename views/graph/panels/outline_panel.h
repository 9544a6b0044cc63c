// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of a graph as a tree; a click selects all that a block holds.
#pragma once

#include <QAbstractItemModel>
#include <QWidget>

#include "views/graph/panels/outline.h"
#include "views/support/job_slot.h"

#include <memory>
#include <utility>
#include <vector>

class QTreeView;
class QVBoxLayout;

namespace edgewright::views {

class OutlineModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;
    void show(std::shared_ptr<const OutlineEntry> root);
    const OutlineEntry* entry(const QModelIndex& index) const; // the root for an invalid index; may be null
    QModelIndex indexOf(NodeId node) const;                    // linear

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const OutlineEntry> m_root;
};

class OutlinePanel final : public QWidget {
    Q_OBJECT
public:
    explicit OutlinePanel(QThreadPool& pool, QWidget* parent = nullptr);
    void setGraph(std::shared_ptr<const ir::Graph> graph);
    void reveal(NodeId node); // its row becomes the current one
    // Number and label of each bookmark, below the tree.
    void setBookmarks(const std::vector<std::pair<int, QString>>& bookmarks);

signals:
    void chosen(const std::vector<edgewright::NodeId>& nodes);
    void bookmarkChosen(int number);

private:
    std::shared_ptr<const ir::Graph> m_graph;
    OutlineModel* m_model;
    QTreeView* m_tree;
    QVBoxLayout* m_bookmarks;
    JobSlot m_job;
};

} // namespace edgewright::views
