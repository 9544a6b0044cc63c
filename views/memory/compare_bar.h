// SPDX-License-Identifier: GPL-3.0-or-later
// What stands side by side: the original and the fused graph, or two planners on one of them; and the order of
// the rows.
#pragma once

#include "views/memory/plan_side.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QLabel;

namespace edgewright::views {

enum class Compare { Original, Fused, Both, Planners };

class CompareBar final : public QWidget {
    Q_OBJECT
public:
    explicit CompareBar(QWidget* parent = nullptr);
    Compare compare() const;
    void setCompare(Compare compare);
    std::string otherPlanner() const; // planner B
    bool fusedGraph() const;          // whose graph the planners are compared on
    RowOrder order() const;
    void say(const QString& text); // the result of the comparison

signals:
    void comparisonChanged();
    void orderChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void style();
    void showFields();

    QButtonGroup* m_segments;
    QComboBox *m_graph, *m_other, *m_order;
    QLabel *m_otherLabel, *m_result;
};

} // namespace edgewright::views
