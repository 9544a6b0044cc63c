// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/outline_panel.h"

#include "views/graph/picture/scene/module_card.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/table/column_menu.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QFontMetricsF>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int NumberWidth = 76;

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

OutlineModel::OutlineModel(QObject* parent)
    : RowTable(pipeline::outlineTable(nullptr), parent,
               [this](int row, std::string_view key, int role) { return extra(row, key, role); }) {}

void OutlineModel::show(std::shared_ptr<const pipeline::Outline> outline) {
    m_outline = std::move(outline);
    m_modules.assign(m_outline ? m_outline->modules->all.size() : 0, -1);
    m_nodes.clear();
    std::vector<int> parents;
    for (const pipeline::OutlineRow& row : m_outline ? m_outline->rows : std::vector<pipeline::OutlineRow>()) {
        const auto at = static_cast<int>(parents.size());
        if (row.item.module.valid())
            m_modules[row.item.module.index()] = at;
        else
            m_nodes[row.item.node] = at;
        parents.push_back(row.parent);
    }
    showTree(pipeline::outlineTable(m_outline), parents);
}

modules::Item OutlineModel::item(const QModelIndex& index) const {
    return index.isValid() ? m_outline->rows[static_cast<std::size_t>(rowOf(index))].item : modules::Item();
}

QModelIndex OutlineModel::indexOf(modules::ModuleId module) const {
    return module.valid() && module.index() < m_modules.size() ? RowTable::indexOf(m_modules[module.index()])
                                                               : QModelIndex();
}

QModelIndex OutlineModel::indexOf(NodeId node) const {
    const auto found = m_nodes.find(node);
    return found == m_nodes.end() ? QModelIndex() : RowTable::indexOf(found->second);
}

QString OutlineModel::nodeText(NodeId node, bool isTip) const {
    const modules::Modules& modules = *m_outline->modules;
    const ir::Node& it = m_outline->graph->node(node);
    const QString name = rowName(it);
    if (isTip)
        return modules.source == modules::Source::Hierarchy
                   ? QString::fromStdString(modules.pathText(node)) + QStringLiteral(" · ") + name
                   : name;
    const auto below = modules.below.find(node);
    return below == modules.below.end() ? name : QString::fromStdString(below->second + " · " + it.op);
}

QString OutlineModel::moduleText(modules::ModuleId id, bool isTip) const {
    const modules::Module& module = (*m_outline->modules)[id];
    const QString name = moduleName(module), same = sameText(module);
    if (isTip)
        return QString::fromStdString(m_outline->modules->pathText(id)) + typeText(module) +
               QStringLiteral(" · ") + tr("%n operators", nullptr, static_cast<int>(module.operators)) +
               (same.isEmpty() ? QString() : QStringLiteral(" · ") + same);
    return module.repeats > 1 ? name + QStringLiteral("  ×%1").arg(module.repeats)
                              : name + QStringLiteral("  · %1").arg(module.operators);
}

QVariant OutlineModel::extra(int at, std::string_view key, int role) const {
    if (at < 0) return {};
    const pipeline::OutlineRow& row = m_outline->rows[static_cast<std::size_t>(at)];
    const auto [id, node] = row.item;
    if (key == "macs" && role == Qt::DisplayRole && row.macsAreLeast) return macsText(row.macs, true);
    if (key != "name") return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return role == Qt::DisplayRole ? (node.valid() ? nodeText(node, false) : moduleText(id, false))
                                       : plainTip(node.valid() ? nodeText(node, true) : moduleText(id, true));
    if (role == WholeRole)
        return QString::fromStdString(node.valid() ? m_outline->graph->node(node).label()
                                                   : m_outline->modules->pathText(id));
    if (role == Qt::FontRole && !node.valid() && (*m_outline->modules)[id].repeats > 1)
        return font(TextSize::Body, true);
    return {};
}

OutlinePanel::OutlinePanel(QWidget* parent)
    : QWidget(parent), m_model(new OutlineModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_tree(new QTreeView(this)), m_bookmarks(new QVBoxLayout) {
    setObjectName(QStringLiteral("outlinePanel"));
    m_tree->setObjectName(QStringLiteral("outline"));
    m_tree->setAccessibleName(tr("Outline of the graph"));
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(12);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(SortRole);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_tree->setModel(m_sorted);
    QHeaderView& heads = *m_tree->header();
    heads.setSortIndicatorClearable(true); // back to the order of execution
    heads.setSortIndicator(-1, Qt::AscendingOrder);
    m_tree->setSortingEnabled(true);
    heads.setFont(views::font(TextSize::Small));
    heads.setStretchLastSection(false);
    heads.setMinimumSectionSize(NumberWidth);
    heads.setDefaultSectionSize(NumberWidth);
    heads.setSectionResizeMode(0, QHeaderView::Stretch);
    addColumnMenu(heads);
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
        const auto [module, node] = m_model->item(m_sorted->mapToSource(index));
        if (module.valid())
            emit moduleChosen(module);
        else if (node.valid())
            emit nodeChosen(node);
    };
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, choose);
    connect(m_tree, &QTreeView::clicked, this, choose);
    const auto open = [this](bool on) {
        return [this, on](const QModelIndex& index) {
            const modules::ModuleId module = m_model->item(m_sorted->mapToSource(index)).module;
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

void OutlinePanel::setOutline(std::shared_ptr<const pipeline::Outline> outline) {
    const QScopedValueRollback quiet(m_quiet, true);
    m_shownOpen.clear();
    m_model->show(std::move(outline));
    if (m_sorted->rowCount() == 1) m_tree->expand(m_sorted->index(0, 0));
}

void OutlinePanel::setOpen(const std::set<modules::ModuleId>& open) {
    if (open == m_shownOpen) return;
    m_shownOpen = open;
    const QScopedValueRollback quiet(m_quiet, true);
    m_tree->collapseAll();
    for (const modules::ModuleId module : open) // parents come first
        m_tree->expand(m_sorted->mapFromSource(m_model->indexOf(module)));
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
        button->setToolTip(plainTip(label));
        connect(button, &QToolButton::clicked, this, [this, number = number] { emit bookmarkChosen(number); });
        m_bookmarks->addWidget(button, 0, Qt::AlignLeft);
    }
}

void OutlinePanel::reveal(NodeId node) {
    QModelIndex index = m_model->indexOf(node);
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        if (!m_tree->isExpanded(m_sorted->mapFromSource(above))) index = above;
    makeCurrent(index);
}

void OutlinePanel::reveal(modules::ModuleId module) { makeCurrent(m_model->indexOf(module)); }

void OutlinePanel::makeCurrent(const QModelIndex& source) {
    const QModelIndex index = m_sorted->mapFromSource(source);
    if (!index.isValid() || index == m_tree->currentIndex()) return;
    const QScopedValueRollback quiet(m_quiet, true);
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    m_tree->viewport()->update();
}

} // namespace edgewright::views
