// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/drawer.h"

#include "views/support/icon.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QHeaderView>

namespace edgewright::workbench {

namespace {

QString counted(const QString& title, int count) {
    return count ? title + QStringLiteral(" · %1").arg(count) : title;
}

} // namespace

Drawer::Drawer(views::Selection& selection, const views::JobBoard& jobs, QWidget* parent)
    : QTabWidget(parent), m_problems(new ProblemsModel(this)), m_history(new HistoryModel(this)),
      m_jobs(new JobsList(jobs, this)), m_close(new QToolButton(this)) {
    setObjectName(QStringLiteral("drawer"));
    setDocumentMode(true);
    QTableView* problems = table(m_problems, QStringLiteral("problems"));
    QTableView* history = table(m_history, QStringLiteral("history"));
    addTab(problems, tr("Problems"));
    addTab(m_jobs, tr("Jobs"));
    addTab(history, tr("History"));
    const auto jump = [&selection](auto* model) {
        return [&selection, model](const QModelIndex& index) {
            if (const views::Item item = model->itemAt(index.row()); !item.empty()) selection.select(item);
        };
    };
    connect(problems, &QTableView::clicked, this, jump(m_problems));
    connect(problems, &QTableView::activated, this, jump(m_problems));
    connect(history, &QTableView::clicked, this, jump(m_history));
    connect(history, &QTableView::activated, this, jump(m_history));
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

QTableView* Drawer::table(QAbstractItemModel* model, const QString& name) {
    auto* view = new QTableView(this);
    view->setObjectName(name);
    view->setModel(model);
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->verticalHeader()->hide();
    views::addTableCopy(*view, name);
    view->verticalHeader()->setDefaultSectionSize(24);
    view->horizontalHeader()->setStretchLastSection(true);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view->horizontalHeader()->setHighlightSections(false);
    view->setColumnWidth(0, 80);
    view->setColumnWidth(1, 240);
    return view;
}

void Drawer::setAnalysis(const pipeline::Analysis& analysis) {
    m_problems->show(analysis);
    m_history->show(analysis.fusion);
    setTabText(Problems, counted(tr("Problems"), m_problems->rowCount()));
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
