// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor, the selection and the keys of the page.
#include "views/memory/memory_view.h"

#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/sharing_panel.h"
#include "views/memory/memory_text.h"
#include "views/memory/time_bar.h"
#include "views/support/shortcuts.h"

#include <QKeyEvent>
#include <QScopedValueRollback>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int LongStep = 10;

} // namespace

std::size_t MemoryView::leading() const {
    const Compare compared = m_compare->compare();
    if (compared == Compare::Original) return 0;
    if (compared == Compare::Fused) return 1;
    return m_columns[m_lead].data ? m_lead : 1 - m_lead;
}

void MemoryView::placeCursor(std::size_t column, std::optional<std::int64_t> step) {
    Side side = m_columns[column].data;
    if (!side) step.reset();
    if (step) {
        step = std::clamp<std::int64_t>(*step, 0, std::max<std::int64_t>(side->steps() - 1, 0));
        m_lead = column;
        m_lead = leading();
        if (const Side& seen = m_columns[m_lead].data; seen != side) {
            step = seen ? std::optional(seen->stepLike(*side, *step)) : std::nullopt;
            side = seen;
        }
    }
    m_step = step;
    m_stepOf = step ? side : nullptr;
    if (!step) m_time->play(false);
    for (const Column& each : m_columns) {
        const auto here = !step || !each.data ? std::nullopt
                          : each.data == side ? step
                                              : std::optional(each.data->stepLike(*side, *step));
        each.gantt->setStep(here);
        each.arena->setStep(here);
    }
}

// With `select`, the node of the step becomes the selection, which the graph follows.
void MemoryView::setStep(std::size_t column, std::optional<std::int64_t> step, bool select) {
    placeCursor(column, step);
    if (m_step) m_columns[leading()].gantt->reveal(*m_step);
    showStep();
    if (!m_step || !select) return;
    const NodeId node = m_stepOf->nodeAt(*m_step);
    const QScopedValueRollback moving(m_moving, true);
    if (node.valid()) choose(m_stepOf, {node, {}});
}

void MemoryView::goToPeak(std::size_t column) {
    const Side side = m_columns[column].data;
    if (!side) return;
    m_time->play(false);
    const std::int64_t peak = side->plan().peakStep;
    setStep(column, peak, true);
    std::vector<LifeId> alive;
    side->lifeIndex().visit(peak, peak + 1, [&](std::size_t life) { alive.emplace_back(life); });
    m_columns[column].gantt->zoomTo(peak, alive);
}

void MemoryView::stepBy(int steps) {
    const std::size_t column = leading();
    const Side& side = m_columns[column].data;
    if (!side) return m_time->play(false);
    const std::int64_t last = side->steps() - 1;
    // The first step forward is the first one, the first back the last one.
    const std::int64_t next = m_step ? *m_step + steps : steps > 0 ? 0 : last;
    if (next >= last) m_time->play(false);
    setStep(column, next, true);
}

void MemoryView::showStep() {
    const Side& side = m_columns[leading()].data;
    m_time->setEnabled(side != nullptr);
    m_time->say(side && m_step ? stepText(*side, *m_step) : QString(), side && m_step);
    m_alive->show(side, m_step);
    m_sharing->show(side);
    markLists(side ? side->highlighted(itemIn(side, context().selection.current())) : std::vector<LifeId>());
}

void MemoryView::markLists(const std::vector<LifeId>& lives) {
    m_alive->setHighlighted(lives);
    m_sharing->setHighlighted(lives);
}

void MemoryView::markSelection() {
    const Item& item = context().selection.current();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        const std::vector<LifeId> lives =
            column.data ? column.data->highlighted(itemIn(column.data, item)) : std::vector<LifeId>();
        for (PlanChart* chart : {column.gantt, column.arena})
            chart->setHighlighted(lives);
        if (i == leading()) markLists(lives);
    }
}

void MemoryView::selectionChanged() {
    markSelection();
    const Column& column = m_columns[leading()];
    for (PlanChart* chart : {column.gantt, column.arena})
        if (!chart->highlighted().empty()) chart->reveal(chart->highlighted().front());
    if (!m_moving && m_step) followNode(context().selection.current().node);
}

// A node chosen elsewhere takes the cursor along, also where only the graph that is not shown has it.
void MemoryView::followNode(NodeId node) {
    const std::size_t lead = leading();
    const Side shown = m_columns[lead].data;
    if (!shown || !node.valid()) return;
    for (const std::size_t column : {lead, 1 - lead})
        if (const Side& side = m_columns[column].data)
            if (const auto step = side->stepOf(itemIn(side, {node, {}}).node))
                return setStep(column, step, false);
    for (const Side& side : m_plans)
        if (side)
            if (const auto step = side->stepOf(node))
                return setStep(lead, shown->stepLike(*side, *step), false);
}

void MemoryView::listKeys() {
    const QString group = tr("Memory");
    listShortcut(this, group, tr("Run the network through the arena, or pause"), tr("Space"));
    listShortcut(this, group, tr("One step back, one step forward"), tr("Left, Right"));
    listShortcut(this, group, tr("Ten steps back, ten steps forward"), tr("Shift+Left, Shift+Right"));
    listShortcut(this, group, tr("First step, last step"), tr("Ctrl+Left, Ctrl+Right"));
    listShortcut(this, group, tr("Go to the peak"), tr("P"));
    listShortcut(this, group, tr("Go to a step, or drag through them"), tr("Click on a step axis or a curve"));
    listShortcut(this, group, tr("Previous or next tensor of a chart"), tr("Up, Down"));
    listShortcut(this, group, tr("Zoom about the pointer; the steps alone; the rest alone"),
                 tr("Wheel, Shift+Wheel, Ctrl+Wheel"));
    listShortcut(this, group, tr("Zoom a chart in or out"), tr("+, −"));
    listShortcut(this, group, tr("Everything"), tr("Home, double click"));
    listShortcut(this, group, tr("Leave the step, then the selection"), tr("Esc"));
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
    const int far = event->modifiers().testFlag(Qt::ShiftModifier) ? LongStep : 1;
    const bool ends = event->modifiers().testFlag(Qt::ControlModifier);
    const Side& side = m_columns[leading()].data;
    switch (event->key()) {
    case Qt::Key_Space:
        if (side) m_time->play(!m_time->playing());
        return;
    case Qt::Key_Right:
    case Qt::Key_Left: {
        m_time->play(false);
        const bool right = event->key() == Qt::Key_Right;
        if (ends && side)
            setStep(leading(), right ? side->steps() - 1 : 0, true);
        else
            stepBy(right ? far : -far);
        return;
    }
    case Qt::Key_P:
        if (event->modifiers() != Qt::NoModifier) break;
        goToPeak(leading());
        return;
    case Qt::Key_Escape:
        if (m_step)
            setStep(leading(), std::nullopt, false);
        else
            context().selection.clear();
        return;
    default:
        break;
    }
    View::keyPressEvent(event);
}

void MemoryView::hideEvent(QHideEvent* event) {
    m_time->play(false);
    View::hideEvent(event);
}

} // namespace edgewright::views
