// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of what stands side by side: the original and the fused graph, two planners on one of them, or two
// states; and the order of the rows.
#pragma once

#include "views/memory/chart/plan_side.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace edgewright::views {

// Planners: A | B, which are two planners or, where there is one, the pinned state and the one that runs.
enum class Compare { Original, Fused, Both, Planners };

class CompareBar final : public QWidget {
    Q_OBJECT
public:
    explicit CompareBar(QWidget* parent = nullptr);
    Compare compare() const;
    void setCompare(Compare wanted);
    std::string otherPlanner() const;                                        // planner B
    std::string otherScheduler() const;                                      // its order; empty: that of A
    void setOther(const std::string& planner, const std::string& scheduler); // without telling
    bool fusedGraph() const;   // whose graph the planners are compared on
    void setGraph(bool fused); // without telling
    // The pinned state against the one that runs, instead of two planners; offered, it is chosen. Without
    // telling.
    void offerPin(bool offered);
    bool offersPin() const;
    bool showsPin() const;
    RowOrder order() const;
    // True if each graph has a step axis of its own; until somebody chose, `unlessChosen`.
    bool ownAxes(bool unlessChosen) const;
    void showOwnAxes(bool own); // without telling

signals:
    void comparisonChanged();
    void orderChanged(); // of the rows
    void axesChanged();
    void modulesOpened(bool all); // all of them, or none

protected:
    void changeEvent(QEvent* event) override;

private:
    void style();
    void showFields();

    QButtonGroup* m_segments;
    QComboBox *m_graph, *m_other, *m_otherOrder, *m_order;
    QLabel* m_otherLabel;
    QCheckBox* m_ownAxes;
    bool m_axesChosen = false;
    QToolButton* m_openAll;
};

} // namespace edgewright::views
