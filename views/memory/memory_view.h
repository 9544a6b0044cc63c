// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the tensors: lifetimes and arena, two plans side by side at one scale, a time cursor through
// all of them, what the plans depend on, and all planners in one table.
#pragma once

#include "views/memory/chart/gantt_rows.h"
#include "views/memory/compare_bar.h"
#include "views/memory/step_cursor.h"
#include "views/support/page/view.h"

class QBoxLayout;

namespace edgewright::views {

class ComparedPlans;
class KindLegend;
class MemoryLists;
class PageAnswer;
class PinBar;
class PlanColumns;
class TimeBar;
class WhatIfBar;

class MemoryView final : public View {
    Q_OBJECT
public:
    explicit MemoryView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::vector<Slide> slides() const override; // behind the figures the steps of the leading column
    std::size_t currentSlide() const override;  // of the step, once there is a cursor
    QRect selectedRect() const override;
    std::optional<std::int64_t> step() const { return m_cursor.step(); } // of the leading column's plan

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Side = std::shared_ptr<const PlanSide>;

    void arrange();
    void listKeys();
    void compare();     // what the columns show
    void rebuild();     // painters, fits, words, from what the columns show
    void explainGaps(); // what stands where one column, or both, have no plan
    bool ownAxes() const;
    const Side& plannersBase() const; // the graph that planners are compared on
    void showCell(const std::string& planner, const std::string& scheduler); // A | B of the table of plans
    void takePin();
    QString pinnedAnswer() const;
    void showAnswer();
    void followLink(const QString& target);
    void takeModules(); // of both graphs, once they are wanted and known
    void openModules(std::size_t column, std::optional<std::size_t> group, bool all);

    void choose(const Side& side, const Item& item);
    // The cursor to a step of a column's plan, and into view.
    void setStep(std::size_t column, std::optional<std::int64_t> step, bool select);
    void stepBy(int steps);
    void goToPeak(std::size_t column);
    void placeCursor(); // where it is, in all charts
    void showStep();
    void markSelection();
    void markLists(const std::vector<LifeId>& lives);
    void selectionChanged();
    void followNode(NodeId node);

    ComparedPlans* m_plans;
    StepCursor m_cursor;
    bool m_moving = false;                // the selection changes because the cursor does
    Compare m_withoutPin = Compare::Both; // before there were plans of A
    RowGroups m_groups;                   // modules, once they are wanted, and those that are open

    PageAnswer* m_answer;
    PinBar* m_pinBar;
    CompareBar* m_compare;
    WhatIfBar* m_whatIf;
    PlanColumns* m_columns;
    MemoryLists* m_lists;
    QBoxLayout* m_bottom;
    TimeBar* m_time;
    KindLegend* m_legend;
};

extern const ViewEntry memory_view;

} // namespace edgewright::views
