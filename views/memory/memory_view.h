// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tensors live: lifetimes and arena, two plans side by side at one scale, a time cursor through all
// of them, and what the plans depend on.
#pragma once

#include "views/memory/compare_bar.h"
#include "views/memory/plan_chart.h"
#include "views/support/job_slot.h"
#include "views/support/view.h"

#include <array>

class QHBoxLayout;
class QLabel;

namespace edgewright::views {

class AlivePanel;
class KindLegend;
class SharingPanel;
class StageOverlay;
class TimeBar;
class WhatIfBar;

class MemoryView final : public View {
    Q_OBJECT
public:
    explicit MemoryView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::optional<std::int64_t> step() const { return m_step; } // of the leading column's plan

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    using Side = std::shared_ptr<const PlanSide>;
    struct Column {
        QWidget* widget = nullptr;
        QLabel* summary = nullptr;
        StageOverlay* overlay = nullptr;
        PlanChart *gantt = nullptr, *arena = nullptr;
        Side data;
    };

    void makeColumn(std::size_t index);
    void listKeys();
    bool takePlan(bool after); // from the analysis; whether it is another one
    void planOther();          // planner B, away from this thread
    void compare();            // what the columns show
    void rebuild();            // painters, fits, words, from what the columns show
    void follow(PlanChart* source, const PlaneWindow& window); // the other charts show the same steps
    void explainGaps(); // what stands where one column, or both, have no plan

    std::size_t leading() const; // the column that cursor and lists are about
    // The cursor to a step of a column's plan. A hidden column's becomes the like one of the column in sight.
    void placeCursor(std::size_t column, std::optional<std::int64_t> step);
    // The same, and into view.
    void setStep(std::size_t column, std::optional<std::int64_t> step, bool select);
    void stepBy(int steps);
    void showStep();
    void markSelection();
    void selectionChanged();
    void followNode(NodeId node);

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::array<Side, 2> m_plans;                           // original, fused
    std::array<std::int64_t, 2> m_peak{}, m_reference{};   // of them; before the last change
    Side m_first, m_second;                                // planner A, planner B
    std::shared_ptr<const pipeline::MemoryPlan> m_otherOf; // the plan that B is compared with
    std::string m_otherName, m_otherError;
    JobSlot m_otherJob;

    std::array<Column, 2> m_columns;
    std::size_t m_lead = 1;
    std::optional<std::int64_t> m_step;
    Side m_stepOf;         // the plan whose step it is
    bool m_moving = false; // the selection changes because the cursor does

    CompareBar* m_compare;
    WhatIfBar* m_whatIf;
    TimeBar* m_time;
    AlivePanel* m_alive;
    SharingPanel* m_sharing;
    QWidget* m_content;
    QHBoxLayout* m_columnRow;
    KindLegend* m_legend;
    StageOverlay* m_overlay = nullptr;
};

extern const ViewEntry memory_view;

} // namespace edgewright::views
