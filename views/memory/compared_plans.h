// SPDX-License-Identifier: GPL-3.0-or-later
// The two plans that stand against each other: of the original and the fused graph, of two planners on one of
// them (stages memory_other and memory_fused_other), or of the pinned state and the one that runs.
#pragma once

#include "core/pipeline/memory/plan_table.h"
#include "views/memory/chart/plan_side.h"
#include "views/support/page/view.h"

#include <array>

namespace edgewright::views {

class ComparedPlans final : public QObject {
    Q_OBJECT
public:
    using Side = std::shared_ptr<const PlanSide>;
    using Plan = std::shared_ptr<const pipeline::MemoryPlan>;
    enum class Pair { GivenAndFused, Planners, Pinned };
    struct Question {
        Pair pair = Pair::GivenAndFused;
        Side base = {};                // plan A of two planners; null: there is none
        pipeline::PlanCell other = {}; // planner B
        Plan known = {};               // plan B, where the table of plans has it
    };

    explicit ComparedPlans(ViewContext& context, QObject* parent = nullptr);

    // False: the plans of both graphs are those of before, and there is no new plan B.
    bool setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    const std::shared_ptr<const pipeline::Analysis>& analysis() const { return m_analysis; }
    const std::array<Side, 2>& ofGraphs() const { return m_ofGraphs; } // original, fused
    // Bytes of the arena of that graph before the last change; 0: there was none.
    std::int64_t reference(bool after) const { return m_reference[after]; }
    // The options of the settings, with planner and order of the plan, which may be older than they.
    pipeline::PlanOptions optionsOf(const Side& side) const;

    // Plan B of two planners is asked for where it is not known: it comes with an analysis.
    void compare(const Question& question);
    const std::array<Side, 2>& sides() const { return m_sides; }
    bool isPlanning() const;                   // plan B of two planners
    QString gapText(std::size_t column) const; // why it has no plan
    QString cancelled() const;                 // the stage of plan B, where it was; empty: it was not

    // Takes the plans of what is pinned and of what runs; false: they are those of before.
    bool takePinned();
    void letGoOfPinned() { m_pinned = {}; } // which keep the weights
    const std::array<Side, 2>& pinned() const { return m_pinned; }

    // An item of the state that runs as the side knows it, and the other way round.
    Item itemIn(const Side& side, const Item& item) const;
    Item itemOf(const Side& side, const Item& item) const;

private:
    bool takePlan(bool after);                               // from the analysis; false: it is the same one
    pipeline::OtherPlan planOther(const Question& question); // what is to be computed for it
    // That computes for the graph of planner A.
    std::string_view otherStage() const;
    Plan computedOther() const; // null: not there (yet)
    bool awaitsOther() const { return m_pair == Pair::Planners && m_byPlanners[0] && !m_byPlanners[1]; }

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::array<Side, 2> m_ofGraphs;
    std::array<std::int64_t, 2> m_peak{}, m_reference{}; // of them; before the last change
    std::array<Side, 2> m_pinned;                        // A and B
    std::array<Side, 2> m_byPlanners;                    // planner A, planner B
    Plan m_otherOf;                                      // that planner B's is compared with
    pipeline::PlanCell m_otherCell;                      // B
    bool m_otherIsKnown = false;                         // B's plan, from the table of plans
    bool m_isAsked = false;                              // for another plan B than the analysis knows of
    Pair m_pair = Pair::GivenAndFused;
    std::array<Side, 2> m_sides;
};

} // namespace edgewright::views
