// SPDX-License-Identifier: GPL-3.0-or-later
// The places of the tensors: lifetimes and arena, two plans side by side at one scale, a time cursor through
// all of them, what the plans depend on, and all planners in one table.
#pragma once

#include "core/pipeline/plan_table.h"
#include "views/memory/chart/gantt_rows.h"
#include "views/memory/chart/plan_chart.h"
#include "views/memory/compare_bar.h"
#include "views/support/job/job_slot.h"
#include "views/support/view.h"

#include <array>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QSplitter;
class QTabWidget;

namespace edgewright::views {

class AlivePanel;
class AnswerLine;
class KindLegend;
class PinBar;
class PinTable;
class PlannerPanel;
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
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Side = std::shared_ptr<const PlanSide>;
    struct Column {
        QWidget* charts = nullptr;
        QLabel* summary = nullptr;
        StageOverlay* overlay = nullptr;
        PlanChart *gantt = nullptr, *arena = nullptr;
        Side data;
    };

    void makeLists();
    void makeColumn(std::size_t index);
    void arrange();              // lists beside the charts or below, as there is room
    void foldLists(bool folded); // to their tabs
    int listHeight() const;      // pixels, below the charts
    void listKeys();
    bool takePlan(bool after); // from the analysis; whether it is another one
    void planOther();          // planner B, away from this thread
    void compare();            // what the columns show
    void rebuild();            // painters, fits, words, from what the columns show
    void makePin();
    void takePin();
    bool pinSides();
    QString pinnedAnswer() const;
    QString pinnedGap(std::size_t column) const; // why it has no plan
    // An item of the state that runs as the side knows it, and the other way round.
    Item itemIn(const Side& side, const Item& item) const;
    void choose(const Side& side, const Item& item);
    void showAnswer();
    void followLink(const QString& target);
    void showCell(const std::string& planner, const std::string& scheduler); // A | B of the table of plans
    bool ownAxes() const;
    const Side& plannersBase() const; // the graph that planners are compared on
    pipeline::PlanOptions optionsOf(const Side& side) const;
    void findModules(); // away from this thread, once they are wanted
    void openModules(std::size_t column, std::optional<std::size_t> group, bool all);
    void follow(PlanChart* source, const PlaneWindow& window); // the other charts show the same steps
    void explainGaps(); // what stands where one column, or both, have no plan

    std::size_t leading() const; // the column that cursor and lists are about
    // The cursor to a step of a column's plan. A hidden column's becomes the like one of the column in sight.
    void placeCursor(std::size_t column, std::optional<std::int64_t> step);
    // The same, and into view.
    void setStep(std::size_t column, std::optional<std::int64_t> step, bool select);
    void stepBy(int steps);
    void goToPeak(std::size_t column);
    void showStep();
    void markSelection();
    void markLists(const std::vector<LifeId>& lives);
    void selectionChanged();
    void followNode(NodeId node);

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::array<Side, 2> m_plans;                           // original, fused
    std::array<std::int64_t, 2> m_peak{}, m_reference{};   // of them; before the last change
    std::array<Side, 2> m_pinned;                          // A and B, as long as there are plans of A
    Compare m_withoutPin = Compare::Both;                  // before there were
    Side m_first, m_second;                                // planner A, planner B
    std::shared_ptr<const pipeline::MemoryPlan> m_otherOf; // the plan that B is compared with
    pipeline::PlanCell m_otherCell;                        // B
    std::string m_otherError;
    JobSlot m_otherJob;

    std::array<Column, 2> m_columns;
    std::size_t m_lead = 1;
    std::optional<std::int64_t> m_step;
    Side m_stepOf;         // the plan whose step it is
    bool m_moving = false; // the selection changes because the cursor does

    RowGroups m_groups; // modules, once they are wanted, and those that are open
    JobSlot m_modulesJob;

    AnswerLine* m_answer;
    PinBar* m_pinBar;
    PinTable* m_pinTable;
    CompareBar* m_compare;
    WhatIfBar* m_whatIf;
    TimeBar* m_time;
    AlivePanel* m_alive;
    SharingPanel* m_sharing;
    PlannerPanel* m_planners;
    QTabWidget* m_lists;
    QSplitter* m_split; // charts and lists
    QWidget* m_content;
    QGridLayout* m_columnGrid;
    QBoxLayout* m_bottom;
    bool m_folded = false;
    std::optional<bool> m_foldWanted; // by the person
    KindLegend* m_legend;
    StageOverlay* m_overlay = nullptr;
};

extern const ViewEntry memory_view;

} // namespace edgewright::views
