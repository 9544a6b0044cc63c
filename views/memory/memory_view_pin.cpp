// SPDX-License-Identifier: GPL-3.0-or-later
// The pinned state beside the one that runs: another pair for A | B, as two planners are.
#include "views/memory/memory_view.h"

#include "views/memory/memory_text.h"
#include "views/support/answer_line.h"
#include "views/support/pin/pin_bar.h"
#include "views/support/pin/pin_table.h"
#include "views/support/pin/pin_text.h"

#include <QTabWidget>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr std::array ToldOfMemory{Quantity::Peak, Quantity::LowerBound, Quantity::WithoutReuse};

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

} // namespace

Item MemoryView::itemIn(const Side& side, const Item& item) const {
    return side ? itemBetween(item, fusionOf(m_analysis), fusionOf(side->analysis())) : item;
}

void MemoryView::choose(const Side& side, const Item& item) {
    context().selection.select(side ? itemBetween(item, fusionOf(side->analysis()), fusionOf(m_analysis))
                                    : item);
}

void MemoryView::makePin() {
    connect(m_pinBar, &PinBar::tableWanted, this, [this] {
        m_lists->setCurrentWidget(m_pinTable);
        foldLists(false);
    });
    m_pinTable->hide(); // its tab comes with what is pinned
    if (context().pin)
        connect(context().pin, &Pin::changed, this, [this] {
            const bool released = m_compare->offersPin() && !context().pin->a();
            if (isVisible() || released) takePin(); // its plans are let go at once
        });
}

// A beside B as soon as there are plans of A, and what stood there before once there are none.
void MemoryView::takePin() {
    const PinState* a = context().pin ? context().pin->a() : nullptr;
    showPinTab(*m_lists, *m_pinTable, tr("A | B"), a != nullptr);
    const bool plans = a && a->analysis;
    if (!plans) m_pinned = {}; // which keep the weights
    if (plans == m_compare->offersPin()) {
        if (!m_compare->showsPin() || !pinSides()) return showAnswer();
        return compare();
    }
    if (plans) m_withoutPin = m_compare->compare();
    const bool shown = m_compare->showsPin();
    m_compare->offerPin(plans);
    if (plans)
        m_compare->setCompare(Compare::Planners);
    else if (shown)
        m_compare->setCompare(m_withoutPin);
    else
        showAnswer();
}

// Plans of what runs and of what is pinned; whether they are others than before.
bool MemoryView::pinSides() {
    const PinState* a = context().pin ? context().pin->a() : nullptr;
    const auto take = [](Side& side, const std::shared_ptr<const pipeline::Analysis>& now, bool after,
                         const QString& title, bool warm) {
        const auto plan = !now ? nullptr : after ? now->memoryAfter : now->memoryBefore;
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

QString MemoryView::pinnedGap(std::size_t column) const {
    const Side& other = m_pinned[1 - column];
    const PinState* a = context().pin->a();
    return missingText(column == 0 && a ? a->analysis.get() : m_analysis.get(), other && other->after());
}

QString MemoryView::pinnedAnswer() const {
    const Pin* pin = context().pin;
    if (!pin || !pin->a()) return {};
    if (!m_compare->showsPin()) return u' ' + pinAnswer(*pin, ToldOfMemory);
    const PlanSide *first = m_pinned[0].get(), *second = m_pinned[1].get();
    if (!first || !second) return second ? planAnswer(*second, true) : QString();
    const StateNames names = stateNames(*pin);
    const auto name = [](const QString& letter, const QString& what) {
        return what.isEmpty() ? letter : tr("%1 (%2)").arg(letter, what.toHtmlEscaped());
    };
    return plannerAnswer(first, second, name(QStringLiteral("A"), names.a), name(QStringLiteral("B"), names.b));
}

// What changed while nobody looked.
void MemoryView::showEvent(QShowEvent* event) {
    takePin();
    View::showEvent(event);
}

} // namespace edgewright::views
