// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/outline_panel.h"

#include "views/support/theme.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace edgewright::views {

void OutlineModel::show(std::shared_ptr<const OutlineEntry> root) {
    beginResetModel();
    m_root = std::move(root);
    endResetModel();
}

const OutlineEntry* OutlineModel::entry(const QModelIndex& index) const {
    return index.isValid() ? static_cast<const OutlineEntry*>(index.constInternalPointer()) : m_root.get();
}

QModelIndex OutlineModel::indexOf(NodeId node) const {
    if (!m_root) return {};
    std::vector<const OutlineEntry*> open{m_root.get()};
    while (!open.empty()) {
        const OutlineEntry* at = open.back();
        open.pop_back();
        if (at->node == node && node.valid()) return createIndex(at->row, 0, at);
        for (const auto& child : at->children)
            open.push_back(child.get());
    }
    return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, entry(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const OutlineEntry* above = entry(index)->parent;
    return above && above != m_root.get() ? createIndex(above->row, 0, above) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    const OutlineEntry* at = entry(parent);
    return at && parent.column() <= 0 ? static_cast<int>(at->children.size()) : 0;
}

int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const OutlineEntry& at = *entry(index);
    if (at.node.valid())
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(at.name) : QVariant();
    if (role == Qt::DisplayRole)
        return at.repeats > 1 ? QStringLiteral("%1  ×%2").arg(at.name).arg(at.repeats)
                              : QStringLiteral("%1  · %2").arg(at.name).arg(at.size);
    if (role == Qt::ToolTipRole)
        return at.name + QStringLiteral(" · ") + tr("%n nodes", nullptr, static_cast<int>(at.size)) +
               (at.repeats > 1 ? QStringLiteral(" · ") + tr("%1 blocks alike").arg(at.repeats) : QString());
    if (role == Qt::FontRole && at.repeats > 1) return font(TextSize::Body, true);
    return {};
}

OutlinePanel::OutlinePanel(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_model(new OutlineModel(this)), m_tree(new QTreeView(this)),
      m_bookmarks(new QVBoxLayout), m_job(pool, tr("Outline")) {
    setObjectName(QStringLiteral("outlinePanel"));
    m_tree->setObjectName(QStringLiteral("outline"));
    m_tree->setAccessibleName(tr("Outline of the graph"));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(12);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setModel(m_model);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tree, 1);
    m_bookmarks->setContentsMargins(8, 4, 8, 8);
    m_bookmarks->setSpacing(0);
    layout->addLayout(m_bookmarks);
    setBookmarks({});
    const auto choose = [this](const QModelIndex& index) {
        if (index.isValid()) emit chosen(m_model->entry(index)->nodes());
    };
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, choose);
    connect(m_tree, &QTreeView::clicked, this, choose);
}

void OutlinePanel::setGraph(std::shared_ptr<const ir::Graph> graph) {
    if (graph == m_graph) return;
    m_graph = std::move(graph);
    if (!m_graph) {
        m_job.cancel();
        return m_model->show(nullptr);
    }
    m_job.start([graph = m_graph](const RunContext& run) { return outlineOf(*graph, run); },
                [this](Result<std::shared_ptr<const OutlineEntry>> root) {
                    m_model->show(root ? std::move(root).value() : nullptr);
                    if (m_model->rowCount() == 1) m_tree->expand(m_model->index(0, 0));
                });
}

void OutlinePanel::setBookmarks(const std::vector<std::pair<int, QString>>& bookmarks) {
    while (QLayoutItem* item = m_bookmarks->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    auto* title = new QLabel(
        bookmarks.empty() ? tr("No bookmarks yet: Ctrl+1 to Ctrl+9 set one.") : tr("Bookmarks"), this);
    title->setWordWrap(true);
    title->setContentsMargins(4, 4, 4, 4);
    if (bookmarks.empty())
        title->setForegroundRole(QPalette::PlaceholderText);
    else
        title->setFont(views::font(TextSize::Body, true));
    m_bookmarks->addWidget(title);
    for (const auto& [number, label] : bookmarks) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("bookmark_%1").arg(number));
        button->setAutoRaise(true);
        button->setText(
            QStringLiteral("%1   %2").arg(number).arg(fontMetrics().elidedText(label, Qt::ElideMiddle, 200)));
        button->setToolTip(label);
        connect(button, &QToolButton::clicked, this, [this, number = number] { emit bookmarkChosen(number); });
        m_bookmarks->addWidget(button, 0, Qt::AlignLeft);
    }
}

void OutlinePanel::reveal(NodeId node) {
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid() || index == m_tree->currentIndex()) return;
    const QSignalBlocker silent(m_tree->selectionModel());
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    m_tree->viewport()->update();
}

} // namespace edgewright::views
