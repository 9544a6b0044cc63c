// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/memory_lists.h"

#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/planner_panel.h"
#include "views/memory/lists/sharing_panel.h"
#include "views/support/page/view.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_table.h"

#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int ListWidth = 272, MaxListWidth = 420, ListHeight = 220, MinListHeight = 120; // pixels
constexpr int TableWidth = 560;        // of the tables with many columns
constexpr int MinHeightForLists = 680; // of the page, below which lists stand folded
constexpr int MaxRows = 8, ListRowHeight = 24;
constexpr int RowsHeight = 320;    // of a list that a person opened: MaxRows with all that is above them
constexpr double SmallList = 0.36; // of the page's height: less leaves room for the arenas

} // namespace

MemoryLists::MemoryLists(ViewContext& context, QWidget* charts, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), m_tabs(new QTabWidget), m_alive(new AlivePanel(m_tabs)),
      m_sharing(new SharingPanel(context.settings, m_tabs)), m_planners(new PlannerPanel(context, m_tabs)),
      m_pin(new PinTable(context.pin, m_tabs)) {
    m_tabs->setObjectName(u"memoryLists"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_alive, tr("Alive"));
    m_tabs->addTab(m_sharing, tr("Buffers"));
    m_tabs->addTab(m_planners, tr("Planners"));
    m_tabs->setTabToolTip(0, tr("The tensors alive at the peak, or at the cursor"));
    m_tabs->setTabToolTip(1, tr("Who lives in which buffer, when and why"));
    m_tabs->setTabToolTip(2, tr("Every planner on every order"));
    m_tabs->setMinimumWidth(ListWidth);
    m_pin->hide(); // its tab comes with what is pinned
    addWidget(charts);
    addWidget(m_tabs);
    setStretchFactor(0, 1);
    setChildrenCollapsible(false);
    setHandleWidth(12);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MemoryLists::tabChanged);
    connect(m_tabs->tabBar(), &QTabBar::tabBarClicked, this, [this](int index) {
        if (orientation() == Qt::Horizontal) return;
        m_foldWanted = !m_folded && index == m_tabs->currentIndex();
        fold(*m_foldWanted);
    });
    for (const QAbstractItemModel* rows : {&m_alive->rows(), &m_sharing->rows()})
        connect(rows, &QAbstractItemModel::modelReset, this, &MemoryLists::nameTabs);
    nameTabs();
}

void MemoryLists::nameTabs() {
    const QString sign = m_folded ? u"▸ "_s : QString();
    const auto name = [&](QWidget* list, const QString& title, int count) {
        const QString text =
            sign + (count > 0 ? tr("%1 (%2)", "list and its length").arg(title).arg(count) : title);
        const int index = m_tabs->indexOf(list);
        if (m_tabs->tabText(index) != text) m_tabs->setTabText(index, text);
    };
    name(m_alive, tr("Alive"), m_alive->rows().rowCount());
    name(m_sharing, tr("Buffers"), m_sharing->buffers());
    name(m_planners, tr("Planners"), 0);
}

void MemoryLists::open(QWidget* list) {
    m_foldWanted = false;
    m_tabs->setCurrentWidget(list);
    fold(false);
}

void MemoryLists::openPlanners() { open(m_planners); }

void MemoryLists::openPin() { open(m_pin); }

void MemoryLists::offerPin(bool offered) { showPinTab(*m_tabs, *m_pin, tr("A | B"), offered); }

// Of all rows of the list in front, of eight at most.
int MemoryLists::rowsHeight() const {
    const QAbstractItemModel* rows = m_tabs->currentWidget() == m_alive     ? &m_alive->rows()
                                     : m_tabs->currentWidget() == m_sharing ? &m_sharing->rows()
                                                                            : nullptr;
    return rows ? RowsHeight - std::max(MaxRows - rows->rowCount(), 0) * ListRowHeight : RowsHeight;
}

// On a low page the charts need it more, unless a person wants to read the list.
int MemoryLists::listHeight() const {
    const bool isWanted = m_foldWanted == false;
    return std::clamp(m_pageHeight / (isWanted ? 2 : 4), MinListHeight, isWanted ? m_rowsHeight : ListHeight);
}

void MemoryLists::fold(bool folded) {
    if (orientation() == Qt::Horizontal) folded = false;
    const bool changed = folded != m_folded;
    m_folded = folded;
    const int tabs = m_tabs->tabBar()->sizeHint().height();
    for (int index = 0; index < m_tabs->count(); ++index)
        m_tabs->widget(index)->setVisible(!folded && index == m_tabs->currentIndex());
    m_tabs->setMinimumHeight(folded ? tabs : MinListHeight);
    m_tabs->setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
    nameTabs();
    const int before = std::exchange(m_rowsHeight, folded ? 0 : std::max(m_rowsHeight, rowsHeight()));
    const bool grown = m_foldWanted == false && m_rowsHeight > before;
    const int list = folded ? tabs : listHeight();
    emit tookRoom(orientation() == Qt::Vertical && m_pageHeight < MinHeightForLists &&
                  list > SmallList * m_pageHeight);
    if ((changed || grown) && orientation() == Qt::Vertical)
        setSizes({std::max(height() - handleWidth() - list, 1), list});
}

void MemoryLists::arrange(const QSize& page, int chartsWidth) {
    m_pageHeight = page.height();
    const int list = m_tabs->currentWidget() == m_alive ? ListWidth : TableWidth;
    const int left = page.width() - chartsWidth - handleWidth();
    const bool beside = left >= list;
    const Qt::Orientation wanted = beside ? Qt::Horizontal : Qt::Vertical;
    if (orientation() != wanted) {
        setOrientation(wanted);
        m_folded = false;
        m_tabs->setMaximumHeight(QWIDGETSIZE_MAX);
        const int wide = std::clamp(left, list, std::max(list, MaxListWidth));
        setSizes(beside ? QList<int>{width() - wide, wide} : QList<int>{height(), listHeight()});
    }
    fold(!beside && m_foldWanted.value_or(page.height() < MinHeightForLists));
}

} // namespace edgewright::views
