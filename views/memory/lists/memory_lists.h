// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of the page in tabs: beside the charts where these stay wide enough, else below, and where there is
// no height for that either, as tabs that open.
#pragma once

#include <QSplitter>

#include <optional>

class QTabWidget;

namespace edgewright::views {

class AlivePanel;
class PinTable;
class PlannerPanel;
class SharingPanel;
struct ViewContext;

class MemoryLists final : public QSplitter {
    Q_OBJECT
public:
    // Takes `charts` over.
    MemoryLists(ViewContext& context, QWidget* charts, QWidget* parent = nullptr);
    AlivePanel& alive() const { return *m_alive; }
    SharingPanel& sharing() const { return *m_sharing; }
    PlannerPanel& planners() const { return *m_planners; }
    void openPlanners();
    void openPin();
    void offerPin(bool offered); // a tab with what is pinned
    // As there is room on a page of that size, in pixels, on which the charts need that width.
    void arrange(const QSize& page, int chartsWidth);

signals:
    void tabChanged(); // another one may need another width
    // They take so much of a low page that there is room for one picture above them.
    void tookRoom(bool taken);

private:
    int listHeight() const; // pixels, below the charts
    int rowsHeight() const;
    void fold(bool folded);   // to their tabs
    void open(QWidget* list); // for a person
    void nameTabs();          // with their lengths, and a mark while they are folded

    QTabWidget* m_tabs;
    AlivePanel* m_alive;
    SharingPanel* m_sharing;
    PlannerPanel* m_planners;
    PinTable* m_pin;
    int m_pageHeight = 0;
    int m_rowsHeight = 0; // pixels, for the longest of the lists that were in front since they were opened
    bool m_folded = false;
    std::optional<bool> m_foldWanted; // by the person
};

} // namespace edgewright::views
