// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/drawer.h"

#include "views/support/icon.h"
#include "views/support/scroll_column.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

namespace edgewright::workbench {

namespace {

QString counted(const QString& title, int count) {
    return count ? title + QStringLiteral(" · %1").arg(count) : title;
}

constexpr int RowHeight = 24, Indentation = 16;

void dressHeads(QHeaderView& heads) {
    heads.setStretchLastSection(true);
    heads.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    heads.setHighlightSections(false);
    heads.resizeSection(0, 96);
    heads.resizeSection(1, 240);
}

} // namespace

Drawer::Drawer(views::Selection& selection, const views::JobBoard& jobs, QWidget* parent)
    : QTabWidget(parent), m_problems(new ProblemsModel(this)), m_history(new HistoryModel(this)),
      m_jobs(new JobsList(jobs, this)), m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("drawer"));
    setDocumentMode(true);
    QAbstractItemView* problems = problemsList();
    QAbstractItemView* history = historyList();
    addTab(problems, tr("Problems"));
    addTab(views::scrollColumn(m_jobs), tr("Jobs")); // however many there are, the window fits a small screen
    addTab(history, tr("History"));
    const auto jump = [&selection](auto* model) {
        return [&selection, model](const QModelIndex& index) {
            if (const views::Item item = model->itemAt(index); !item.empty()) selection.select(item);
        };
    };
    connect(problems, &QAbstractItemView::clicked, this, jump(m_problems));
    connect(problems, &QAbstractItemView::activated, this, jump(m_problems));
    connect(history, &QAbstractItemView::clicked, this, jump(m_history));
    connect(history, &QAbstractItemView::activated, this, jump(m_history));
    connect(m_jobs, &JobsList::countChanged, this, [this] {
        setTabText(Jobs, counted(tr("Jobs"), runningJobs()));
        emit countsChanged();
    });
    m_close->setObjectName(QStringLiteral("closeDrawer"));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close drawer"));
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    setCornerWidget(m_close);
    tint();
    hide();
}

void Drawer::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) tint();
}

void Drawer::tint() {
    m_close->setIcon(
        views::lineIcon(QStringLiteral(":/icons/close.svg"), views::Theme::forPalette(palette()).muted));
}

void Drawer::dress(QAbstractItemView& view, QAbstractItemModel& model, const QString& name) {
    view.setObjectName(name);
    view.setModel(&model);
    view.setFrameShape(QFrame::NoFrame);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    views::addTableCopy(view, name);
}

// What is of one kind stands below one line, which a click opens; an open one stays so while others come.
QAbstractItemView* Drawer::problemsList() {
    auto* view = new QTreeView(this);
    dress(*view, *m_problems, QStringLiteral("problems"));
    view->setAccessibleName(tr("Problems"));
    view->setUniformRowHeights(true);
    view->setExpandsOnDoubleClick(false); // each click has toggled it
    view->setIndentation(Indentation);
    dressHeads(*view->header());
    connect(view, &QTreeView::clicked, this, [this, view](const QModelIndex& index) {
        const QModelIndex line = index.siblingAtColumn(0);
        if (m_problems->hasChildren(line)) view->setExpanded(line, !view->isExpanded(line));
    });
    connect(m_problems, &QAbstractItemModel::modelAboutToBeReset, this, [this, view] {
        m_openKinds.clear();
        for (int row = 0; row < m_problems->rowCount(); ++row)
            if (const QModelIndex line = m_problems->index(row, 0); view->isExpanded(line))
                m_openKinds.insert(m_problems->kindAt(line));
    });
    connect(m_problems, &QAbstractItemModel::modelReset, this, [this, view] {
        for (int row = 0; row < m_problems->rowCount(); ++row)
            if (const QModelIndex line = m_problems->index(row, 0);
                m_openKinds.contains(m_problems->kindAt(line)))
                view->expand(line);
    });
    return view;
}

QAbstractItemView* Drawer::historyList() {
    auto* view = new QTableView(this);
    dress(*view, *m_history, QStringLiteral("history"));
    view->setAccessibleName(tr("History"));
    view->setTabKeyNavigation(false);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(RowHeight);
    dressHeads(*view->horizontalHeader());
    return view;
}

void Drawer::setAnalysis(const pipeline::Analysis& analysis) {
    m_problems->show(analysis);
    m_history->show(analysis.fusion);
    setTabText(Problems, counted(tr("Problems"), problemCount()));
    setTabText(History, counted(tr("History"), m_history->rowCount()));
    emit countsChanged();
}

void Drawer::toggle(Tab tab) {
    if (isVisible() && currentIndex() == tab) {
        hide();
        return;
    }
    setCurrentIndex(tab);
    show();
}

} // namespace edgewright::workbench
