// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/outline_panel.h"

#include "views/graph/picture/scene/module_card.h"
#include "views/support/short_name.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

// The last part of its name, with its operator where that does not say it.
QString rowName(const ir::Node& node) {
    const std::string label = node.label();
    const std::size_t slash = label.rfind('/');
    const QString op = QString::fromStdString(node.op);
    const QString name = QString::fromStdString(
        slash != std::string::npos && slash + 1 < label.size() ? label.substr(slash + 1) : label);
    return name.startsWith(op, Qt::CaseInsensitive) ? name : op + u' ' + name;
}

} // namespace

void OutlineModel::show(std::shared_ptr<const ir::Graph> graph,
                        std::shared_ptr<const modules::Modules> modules) {
    beginResetModel();
    m_graph = std::move(graph);
    m_modules = std::move(modules);
    m_rows.assign(m_modules ? m_modules->all.size() : 0, 0);
    for (const modules::Module& module : m_modules ? m_modules->all : std::vector<modules::Module>())
        for (std::size_t row = 0; row < module.items.size(); ++row)
            if (const modules::ModuleId child = module.items[row].module; child.valid())
                m_rows[child.index()] = static_cast<int>(row);
    endResetModel();
}

modules::Item OutlineModel::item(const QModelIndex& index) const {
    if (!index.isValid() || !m_modules) return {};
    const modules::ModuleId parent(static_cast<std::uint32_t>(index.internalId()));
    return (*m_modules)[parent].items[static_cast<std::size_t>(index.row())];
}

modules::ModuleId OutlineModel::moduleAt(const QModelIndex& index) const {
    return index.isValid() ? item(index).module : modules::Root;
}

QModelIndex OutlineModel::indexOf(modules::ModuleId module) const {
    if (!m_modules || !module.valid() || module == modules::Root) return {};
    return createIndex(m_rows[module.index()], 0, quintptr((*m_modules)[module].parent.index()));
}

QModelIndex OutlineModel::indexOf(NodeId node) const {
    const modules::ModuleId module = m_modules ? m_modules->moduleOf(node) : modules::ModuleId();
    if (!module.valid()) return {};
    const auto& items = (*m_modules)[module].items;
    const auto found = std::ranges::find(items, node, &modules::Item::node);
    return createIndex(static_cast<int>(found - items.begin()), 0, quintptr(module.index()));
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, quintptr(moduleAt(parent).index()));
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return indexOf(modules::ModuleId(static_cast<std::uint32_t>(index.internalId())));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    const modules::ModuleId module = moduleAt(parent);
    if (!m_modules || !module.valid() || parent.column() > 0) return 0;
    return static_cast<int>((*m_modules)[module].items.size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return 1; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto [id, node] = item(index);
    if (node.valid()) {
        const QString name = rowName(m_graph->node(node));
        const auto below = m_modules->below.find(node);
        if (role == Qt::DisplayRole)
            return below == m_modules->below.end()
                       ? name
                       : QString::fromStdString(below->second + " · " + m_graph->node(node).op);
        if (role == Qt::ToolTipRole && m_modules->source == modules::Source::Hierarchy)
            return QString::fromStdString(m_modules->pathText(node)) + QStringLiteral(" · ") + name;
        return role == Qt::ToolTipRole ? QVariant(name) : QVariant();
    }
    const modules::Module& module = (*m_modules)[id];
    const QString name = moduleName(module), same = sameText(module);
    if (role == Qt::DisplayRole)
        return module.repeats > 1 ? name + QStringLiteral("  ×%1").arg(module.repeats)
                                  : name + QStringLiteral("  · %1").arg(module.operators);
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(m_modules->pathText(id)) + typeText(module) + QStringLiteral(" · ") +
               tr("%n operators", nullptr, static_cast<int>(module.operators)) +
               (same.isEmpty() ? QString() : QStringLiteral(" · ") + same);
    if (role == Qt::FontRole && module.repeats > 1) return font(TextSize::Body, true);
    return {};
}

OutlinePanel::OutlinePanel(QWidget* parent)
    : QWidget(parent), m_model(new OutlineModel(this)), m_tree(new QTreeView(this)),
      m_bookmarks(new QVBoxLayout) {
    setObjectName(QStringLiteral("outlinePanel"));
    m_tree->setObjectName(QStringLiteral("outline"));
    m_tree->setAccessibleName(tr("Outline of the graph"));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(12);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setModel(m_model);
    addTableCopy(*m_tree, QStringLiteral("outline"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tree, 1);
    m_bookmarks->setContentsMargins(8, 4, 8, 8);
    m_bookmarks->setSpacing(0);
    layout->addLayout(m_bookmarks);
    setBookmarks({});
    const auto choose = [this](const QModelIndex& index) {
        if (m_quiet) return;
        const auto [module, node] = m_model->item(index);
        if (module.valid())
            emit moduleChosen(module);
        else if (node.valid())
            emit nodeChosen(node);
    };
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, choose);
    connect(m_tree, &QTreeView::clicked, this, choose);
    const auto open = [this](bool on) {
        return [this, on](const QModelIndex& index) {
            const modules::ModuleId module = m_model->item(index).module;
            if (!module.valid() || m_quiet) return;
            if (on)
                m_shownOpen.insert(module);
            else
                m_shownOpen.erase(module);
            emit opened(module, on);
        };
    };
    connect(m_tree, &QTreeView::expanded, this, open(true));
    connect(m_tree, &QTreeView::collapsed, this, open(false));
}

void OutlinePanel::setModules(std::shared_ptr<const ir::Graph> graph,
                              std::shared_ptr<const modules::Modules> modules) {
    const QScopedValueRollback quiet(m_quiet, true);
    m_shownOpen.clear();
    m_model->show(std::move(graph), std::move(modules));
    if (m_model->rowCount() == 1) m_tree->expand(m_model->index(0, 0));
}

void OutlinePanel::setOpen(const std::set<modules::ModuleId>& open) {
    if (open == m_shownOpen) return;
    m_shownOpen = open;
    const QScopedValueRollback quiet(m_quiet, true);
    m_tree->collapseAll();
    for (const modules::ModuleId module : open) // parents come first
        m_tree->expand(m_model->indexOf(module));
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
    std::vector<std::string> all;
    for (const auto& bookmark : bookmarks)
        all.push_back(bookmark.second.toStdString());
    const ShortLabels labels(all);
    std::size_t place = 0;
    for (const auto& [number, label] : bookmarks) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("bookmark_%1").arg(number));
        button->setAutoRaise(true);
        button->setText(QStringLiteral("%1   %2").arg(number).arg(
            buttonLabel(labels, place++, QFontMetricsF(fontMetrics()), 200)));
        button->setToolTip(label);
        connect(button, &QToolButton::clicked, this, [this, number = number] { emit bookmarkChosen(number); });
        m_bookmarks->addWidget(button, 0, Qt::AlignLeft);
    }
}

void OutlinePanel::reveal(NodeId node) {
    QModelIndex index = m_model->indexOf(node);
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        if (!m_tree->isExpanded(above)) index = above;
    makeCurrent(index);
}

void OutlinePanel::reveal(modules::ModuleId module) { makeCurrent(m_model->indexOf(module)); }

void OutlinePanel::makeCurrent(const QModelIndex& index) {
    if (!index.isValid() || index == m_tree->currentIndex()) return;
    const QScopedValueRollback quiet(m_quiet, true);
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    m_tree->viewport()->update();
}

} // namespace edgewright::views
