// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/compared_plans.h"

#include "views/memory/lists/catalogue_box.h"
#include "views/memory/memory_text.h"
#include "views/session/pin.h"
#include "views/support/job/stage_text.h"

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

// Ids of fused nodes and of what they write mean something within one fusion only: elsewhere an operator of the
// original stands for them. O(nodes + steps).
Item itemBetween(const Item& item, const fusion::History* from, const fusion::History* to) {
    if (!from || !to || from == to) return item;
    NodeId node = item.node;
    if (item.value.valid()) {
        if (from->base.contains(item.value)) return item;
        for (const NodeId id : from->graph.order())
            if (std::ranges::find(from->graph.node(id).outputs, item.value) !=
                from->graph.node(id).outputs.end())
                node = id;
    }
    if (from->base.contains(node)) return {node, {}};
    for (const NodeId origin : from->originsOf(node))
        if (to->base.contains(origin)) return {origin, {}};
    return {};
}

const fusion::History* fusionOf(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    return analysis ? analysis->fusion.get() : nullptr;
}

ComparedPlans::Plan planOf(const pipeline::Analysis* analysis, bool after) {
    return !analysis ? nullptr : after ? analysis->memoryAfter : analysis->memoryBefore;
}

} // namespace

ComparedPlans::ComparedPlans(ViewContext& context, QObject* parent) : QObject(parent), m_context(context) {}

bool ComparedPlans::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool anotherModel = !m_analysis || !analysis || m_analysis->opened != analysis->opened;
    m_analysis = std::move(analysis);
    if (anotherModel) {
        m_ofGraphs = m_byPlanners = m_pinned = {};
        m_peak = m_reference = {};
        m_otherOf = nullptr;
    }
    m_isAsked = false;
    const bool original = takePlan(false), fused = takePlan(true);
    return original || fused || anotherModel || (awaitsOther() && computedOther());
}

// Results come one by one: as long as the plan is the same, it goes with the graph that it was made for.
bool ComparedPlans::takePlan(bool after) {
    Side& side = m_ofGraphs[after];
    const pipeline::Analysis* now = m_analysis.get();
    const Plan plan = planOf(now, after);
    if (!plan) return std::exchange(side, nullptr) != nullptr;
    const bool another = !side || plan.get() != &side->plan();
    // The original graph stays; how its nodes translate depends on the fusion.
    const bool translates =
        !after && side && now->before() == &side->given() && now->fusion != side->analysis()->fusion;
    if (!another && !translates) return false;
    Side made = PlanSide::make(m_analysis, after);
    if (!made) return false;
    side = std::move(made);
    if (another) {
        m_reference[after] = m_peak[after];
        m_peak[after] = side->plan().solution.peak;
    }
    return true;
}

pipeline::PlanOptions ComparedPlans::optionsOf(const Side& side) const {
    pipeline::PlanOptions options = m_context.settings.get().plan();
    if (side && !side->plan().planner.empty()) options.planner = side->plan().planner;
    if (side && !side->plan().ordering.scheduler.empty()) options.scheduler = side->plan().ordering.scheduler;
    return options;
}

void ComparedPlans::compare(const Question& question) {
    m_pair = question.pair;
    pipeline::OtherPlan asked;
    if (m_pair == Pair::Planners) asked = planOther(question);
    if (m_pair == Pair::Pinned) takePinned();
    m_sides = m_pair == Pair::Planners ? m_byPlanners : m_pair == Pair::Pinned ? m_pinned : m_ofGraphs;
    if (asked == m_context.settings.get().viewState.otherPlan) return;
    m_isAsked = true;
    m_context.settings.look([&](pipeline::ViewState& view) { view.otherPlan = asked; });
}

pipeline::OtherPlan ComparedPlans::planOther(const Question& question) {
    const Side& base = question.base;
    const Plan plan = base ? base->sharedPlan() : nullptr;
    auto& [first, second] = m_byPlanners;
    if (!plan) {
        first = nullptr;
    } else if (!first || &first->plan() != plan.get() || first->analysis() != base->analysis()) {
        first = PlanSide::make(base->analysis(), base->after(), plan,
                               tr("%1 · %2").arg(base->title(), planName(*plan, *plan)), false);
    }
    if (plan != m_otherOf || question.other != m_otherCell) second = nullptr;
    m_otherOf = plan;
    m_otherCell = question.other;
    if (!plan) return {};
    const Plan computed = computedOther();
    if (const Plan& other = question.known ? question.known : computed; other && !second) {
        second = PlanSide::make(base->analysis(), base->after(), other,
                                tr("%1 · %2").arg(base->title(), planName(*other, *plan)), true);
        m_otherIsKnown = other != computed;
    }
    if (second && m_otherIsKnown) return {};
    return {m_otherCell.planner, m_otherCell.scheduler, base->after()};
}

std::string_view ComparedPlans::otherStage() const {
    return m_byPlanners[0] && m_byPlanners[0]->after() ? "memory_fused_other" : "memory_other";
}

ComparedPlans::Plan ComparedPlans::computedOther() const {
    if (!m_byPlanners[0] || !m_analysis || m_analysis->isStale(otherStage())) return nullptr;
    const Plan& plan = m_byPlanners[0]->after() ? m_analysis->otherAfter : m_analysis->otherBefore;
    const bool isOfCell = plan && plan->planner == m_otherCell.planner &&
                          plan->ordering.scheduler == m_otherCell.scheduler; // else of an earlier question
    return isOfCell ? plan : nullptr;
}

bool ComparedPlans::isPlanning() const {
    return awaitsOther() && (m_isAsked || isPending(m_analysis.get(), {otherStage()}));
}

QString ComparedPlans::cancelled() const {
    return awaitsOther() && !m_isAsked ? cancelledOf(m_analysis.get(), {otherStage()}) : QString();
}

QString ComparedPlans::gapText(std::size_t column) const {
    if (m_pair == Pair::GivenAndFused) return missingText(m_analysis.get(), column == 1);
    if (m_pair == Pair::Planners)
        return isPlanning() ? tr("Planning with %1. Choose another planner, or wait.")
                                  .arg(spelledOut(m_otherCell.planner))
               : awaitsOther() ? errorText(*m_analysis, otherStage())
                               : QString();
    const Side& other = m_pinned[1 - column];
    const PinState* a = m_context.pin->a();
    return missingText(column == 0 && a ? a->analysis.get() : m_analysis.get(), other && other->after());
}

bool ComparedPlans::takePinned() {
    const PinState* a = m_context.pin ? m_context.pin->a() : nullptr;
    const auto take = [](Side& side, const std::shared_ptr<const pipeline::Analysis>& now, bool after,
                         const QString& title, bool warm) {
        const Plan plan = planOf(now.get(), after);
        const bool same = side ? side->sharedPlan() == plan && side->after() == after &&
                                     side->analysis()->fusion == now->fusion
                               : !plan;
        if (!same) side = PlanSide::make(now, after, plan, title, warm);
        return !same;
    };
    const auto pinned = a ? a->analysis : nullptr;
    const bool after = pinned ? pinned->memoryAfter != nullptr : false;
    const bool first = take(m_pinned[0], pinned, after, after ? tr("A · Fused") : tr("A · Original"), false);
    const bool second =
        take(m_pinned[1], a ? m_analysis : nullptr, after, after ? tr("B · Fused") : tr("B · Original"), true);
    return first || second;
}

Item ComparedPlans::itemIn(const Side& side, const Item& item) const {
    return side ? itemBetween(item, fusionOf(m_analysis), fusionOf(side->analysis())) : item;
}

Item ComparedPlans::itemOf(const Side& side, const Item& item) const {
    return side ? itemBetween(item, fusionOf(side->analysis()), fusionOf(m_analysis)) : item;
}

} // namespace edgewright::views
