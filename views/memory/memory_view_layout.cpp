// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lists of the page stand: beside the charts where these stay wide enough, else below, and where
// there is no height for that either, as tabs that open.
#include "views/memory/memory_view.h"

#include "views/memory/chart/kind_legend.h"
#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/planner_panel.h"
#include "views/memory/lists/sharing_panel.h"

#include <QBoxLayout>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr double MinPlotWidth = 400; // pixels, of a chart without its axes
constexpr int ListWidth = 272, MaxListWidth = 420, ListHeight = 220, MinListHeight = 120;
constexpr int TableWidth = 560;         // of the tables with many columns
constexpr int MinHeightForLists = 680;  // of the page, below which lists stand folded
constexpr int MinWidthForLegend = 1080; // beside the time bar

} // namespace

void MemoryView::makeLists() {
    m_lists->setObjectName(u"memoryLists"_s);
    m_lists->setDocumentMode(true);
    m_lists->addTab(m_alive, tr("Alive"));
    m_lists->addTab(m_sharing, tr("Buffers"));
    m_lists->addTab(m_planners, tr("Planners"));
    m_lists->setTabToolTip(0, tr("The tensors alive at the peak, or at the cursor"));
    m_lists->setTabToolTip(1, tr("Who lives in which buffer, when and why"));
    m_lists->setTabToolTip(2, tr("Every planner on every order"));
    m_lists->setMinimumWidth(ListWidth);
    m_split->addWidget(m_content);
    m_split->addWidget(m_lists);
    m_split->setStretchFactor(0, 1);
    m_split->setChildrenCollapsible(false);
    m_split->setHandleWidth(12);
    m_split->setOrientation(Qt::Vertical);
    connect(m_lists, &QTabWidget::currentChanged, this, &MemoryView::arrange);
    connect(m_lists->tabBar(), &QTabBar::tabBarClicked, this, [this](int index) {
        if (m_split->orientation() == Qt::Horizontal) return;
        m_foldWanted = !m_folded && index == m_lists->currentIndex();
        foldLists(*m_foldWanted);
    });
}

// On a low page the charts need it more.
int MemoryView::listHeight() const { return std::clamp(height() / 4, MinListHeight, ListHeight); }

void MemoryView::foldLists(bool folded) {
    if (m_split->orientation() == Qt::Horizontal) folded = false;
    const bool changed = folded != m_folded;
    m_folded = folded;
    const int tabs = m_lists->tabBar()->sizeHint().height();
    for (int index = 0; index < m_lists->count(); ++index)
        m_lists->widget(index)->setVisible(!folded && index == m_lists->currentIndex());
    m_lists->setMinimumHeight(folded ? tabs : MinListHeight);
    m_lists->setMaximumHeight(folded ? tabs : QWIDGETSIZE_MAX);
    if (changed && m_split->orientation() == Qt::Vertical)
        m_split->setSizes({m_split->height(), folded ? tabs : listHeight()});
}

void MemoryView::arrange() {
    const bool both = m_compare->compare() == Compare::Both || m_compare->compare() == Compare::Planners;
    const double chart = MinPlotWidth + AxisLeft + AxisRight + 8;
    const double charts = both ? 2 * chart + m_columnGrid->horizontalSpacing() : chart;
    const int list = m_lists->currentWidget() == m_alive ? ListWidth : TableWidth;
    const int left = width() - 32 - static_cast<int>(charts) - m_split->handleWidth();
    const bool beside = left >= list;
    const Qt::Orientation orientation = beside ? Qt::Horizontal : Qt::Vertical;
    if (m_split->orientation() != orientation) {
        m_split->setOrientation(orientation);
        m_folded = false;
        m_lists->setMaximumHeight(QWIDGETSIZE_MAX);
        const int wide = std::clamp(left, list, std::max(list, MaxListWidth));
        m_split->setSizes(beside ? QList<int>{m_split->width() - wide, wide}
                                 : QList<int>{m_split->height(), listHeight()});
    }
    foldLists(!beside && m_foldWanted.value_or(height() < MinHeightForLists));
    m_bottom->setDirection(width() >= MinWidthForLegend ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void MemoryView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    arrange();
}

} // namespace edgewright::views
