// SPDX-License-Identifier: GPL-3.0-or-later
// What stands against what, the answer that follows from it, and the modules that are open.
#include "views/memory/memory_view.h"

#include "views/memory/chart/gantt_painter.h"
#include "views/memory/lists/planner_panel.h"
#include "views/memory/memory_text.h"
#include "views/support/answer_line.h"
#include "views/support/pin/pin_table.h"

#include <QGridLayout>
#include <QTabWidget>

namespace edgewright::views {

const MemoryView::Side& MemoryView::plannersBase() const {
    const bool original = m_compare->compare() == Compare::Planners ? !m_compare->fusedGraph()
                                                                    : m_compare->compare() == Compare::Original;
    return m_plans[!original && m_plans[1] ? 1 : 0];
}

// Those of the settings, with planner and order of the plan, which may be older than they.
pipeline::PlanOptions MemoryView::optionsOf(const Side& side) const {
    pipeline::PlanOptions options = context().settings.get().plan();
    if (side && !side->plan().planner.empty()) options.planner = side->plan().planner;
    if (side && !side->plan().ordering.scheduler.empty()) options.scheduler = side->plan().ordering.scheduler;
    return options;
}

// Planner B on the graph and the options of plan A: from the table of plans where it is there already.
void MemoryView::planOther() {
    const Side& base = plannersBase();
    const auto plan = base ? base->sharedPlan() : nullptr;
    pipeline::PlanCell cell{m_compare->otherPlanner(), m_compare->otherScheduler()};
    if (cell.scheduler.empty()) cell.scheduler = optionsOf(base).scheduler;
    if (!plan) {
        m_first = nullptr;
    } else if (!m_first || &m_first->plan() != plan.get() || m_first->analysis() != base->analysis()) {
        m_first = PlanSide::make(base->analysis(), base->after(), plan,
                                 tr("%1 · %2").arg(base->title(), planName(*plan, *plan)), false);
    }
    if (plan && plan == m_otherOf && cell == m_otherCell &&
        (m_second || m_otherJob.running() || !m_otherError.empty()))
        return;
    m_otherJob.stop();
    m_otherOf = plan;
    m_otherCell = cell;
    m_otherError.clear();
    m_second = nullptr;
    if (!plan) return;
    const auto take = [this, base, plan](const std::shared_ptr<const pipeline::MemoryPlan>& other) {
        m_second = PlanSide::make(base->analysis(), base->after(), other,
                                  tr("%1 · %2").arg(base->title(), planName(*other, *plan)), true);
    };
    if (const auto known =
            m_planners->base() == base ? m_planners->planOf(cell.planner, cell.scheduler) : nullptr)
        return take(known);
    pipeline::PlanOptions options = optionsOf(base);
    options.planner = cell.planner;
    options.scheduler = cell.scheduler;
    m_otherJob.start(
        [base, options](const RunContext& run) {
            return pipeline::plan(base->given(), base->analysis()->opsets(base->after()), options, run);
        },
        [this, take](Result<std::shared_ptr<const pipeline::MemoryPlan>> made) {
            if (made)
                take(*made);
            else
                m_otherError = made.error().message;
            compare();
        });
}

void MemoryView::compare() {
    const Compare compared = m_compare->compare();
    const bool pinned = m_compare->showsPin(), planners = compared == Compare::Planners && !pinned;
    if (planners) {
        planOther();
        m_columns[0].data = m_first;
        m_columns[1].data = m_second;
    } else if (pinned) {
        pinSides();
        m_otherJob.stop();
        m_columns[0].data = m_pinned[0];
        m_columns[1].data = m_pinned[1];
    } else {
        m_otherJob.stop();
        m_columns[0].data = m_plans[0];
        m_columns[1].data = m_plans[1];
    }
    for (const std::size_t index : {0, 1}) {
        const bool seen = compared != (index == 0 ? Compare::Fused : Compare::Original);
        m_columns[index].charts->setVisible(seen);
        m_columns[index].summary->setVisible(seen);
        m_columnGrid->setColumnStretch(static_cast<int>(index), seen ? 1 : 0);
    }
    const Side& base = plannersBase();
    m_planners->show(base, optionsOf(base));
    if (planners)
        m_planners->mark(m_otherCell.planner, m_otherCell.scheduler);
    else
        m_planners->mark({}, {});
    arrange();
    rebuild();
}

void MemoryView::showCell(const std::string& planner, const std::string& scheduler) {
    if (m_compare->compare() != Compare::Planners || m_compare->showsPin())
        m_compare->setGraph(plannersBase() && plannersBase()->after());
    m_compare->setOther(planner, scheduler);
    if (m_compare->compare() == Compare::Planners)
        compare();
    else
        m_compare->setCompare(Compare::Planners);
}

// The fused graph has a fraction of the steps: on the common axis nothing of it could be told apart.
bool MemoryView::ownAxes() const {
    if (m_compare->compare() != Compare::Both || !m_plans[0] || !m_plans[1]) return false;
    return m_compare->ownAxes(2 * m_plans[1]->steps() <= m_plans[0]->steps());
}

void MemoryView::showAnswer() {
    const PlanSide *first = m_columns[0].data.get(), *second = m_columns[1].data.get();
    const auto answer = [&] {
        switch (m_compare->compare()) {
        case Compare::Original:
            return first ? planAnswer(*first, false) : QString();
        case Compare::Fused:
            return second ? planAnswer(*second, true) : QString();
        case Compare::Both:
            return fusionAnswer(first, second);
        case Compare::Planners:
            break;
        }
        return m_compare->showsPin() ? QString() : plannerAnswer(first, second);
    };
    m_answer->setAnswer(answer() + pinnedAnswer());
}

void MemoryView::followLink(const QString& target) {
    if (target == QStringLiteral("planners") || target == QStringLiteral("pin")) {
        m_lists->setCurrentWidget(target == QStringLiteral("pin") ? static_cast<QWidget*>(m_pinTable)
                                                                  : m_planners);
        foldLists(false);
    } else if (target == QStringLiteral("memory")) {
        goToPeak(leading());
    } else if (target == QStringLiteral("before") || target == QStringLiteral("after")) {
        goToPeak(target == QStringLiteral("after") ? 1 : 0);
    }
}

void MemoryView::findModules() {
    if (m_compare->order() != RowOrder::Module || m_groups.modules || m_modulesJob.running() || !m_analysis ||
        !m_analysis->before())
        return;
    m_modulesJob.start(
        [now = m_analysis](const RunContext& run) { return planModules(*now->before(), now->after(), run); },
        [this](Result<std::shared_ptr<const PlanModules>> found) {
            if (!found) return;
            m_groups.modules = *found;
            rebuild();
        });
}

void MemoryView::openModules(std::size_t column, std::optional<std::size_t> group, bool all) {
    if (!group) m_groups.open.clear();
    for (const Column& each : m_columns) {
        const auto* gantt = dynamic_cast<const GanttPainter*>(each.gantt->painter());
        if (!gantt) continue;
        const std::vector<GanttRows::Group>& groups = gantt->ganttRows().groups;
        if (group && &each == &m_columns[column] && *group < groups.size()) {
            if (const std::string& name = groups[*group].name; !m_groups.open.erase(name))
                m_groups.open.insert(name);
        } else if (!group && all) {
            for (const GanttRows::Group& every : groups)
                m_groups.open.insert(every.name);
        }
    }
    rebuild();
}

} // namespace edgewright::views
