// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor, the selection and the keys of the page.
#include "views/memory/memory_view.h"

#include "views/memory/compared_plans.h"
#include "views/memory/lists/alive_panel.h"
#include "views/memory/lists/memory_lists.h"
#include "views/memory/lists/sharing_panel.h"
#include "views/memory/memory_text.h"
#include "views/memory/plan_columns.h"
#include "views/memory/time_bar.h"
#include "views/support/shortcuts.h"

#include <QKeyEvent>
#include <QScopedValueRollback>

namespace edgewright::views {

namespace {

constexpr int LongStep = 10;

} // namespace

void MemoryView::choose(const Side& side, const Item& item) {
    context().selection.select(m_plans->itemOf(side, item));
}

void MemoryView::placeCursor() {
    if (!step()) m_time->play(false);
    m_columns->setSteps({m_cursor.stepIn(0), m_cursor.stepIn(1)});
}

// With `select`, the node of the step becomes the selection, which the graph follows.
void MemoryView::setStep(std::size_t column, std::optional<std::int64_t> step, bool select) {
    m_cursor.place(column, step);
    placeCursor();
    if (m_cursor.step()) m_columns->reveal(m_cursor.leading(), *m_cursor.step());
    showStep();
    if (!select) return;
    const NodeId node = m_cursor.node();
    const QScopedValueRollback moving(m_moving, true);
    if (node.valid()) choose(m_cursor.side(), {node, {}});
}

void MemoryView::goToPeak(std::size_t column) {
    const Side side = m_cursor.sides()[column];
    if (!side) return;
    m_time->play(false);
    const std::int64_t peak = side->plan().peakStep;
    setStep(column, peak, true);
    std::vector<LifeId> alive;
    side->lifeIndex().visit(peak, peak + 1, [&](std::size_t life) { alive.emplace_back(life); });
    m_columns->zoomTo(column, peak, alive);
}

void MemoryView::stepBy(int steps) {
    const Side& side = m_cursor.side();
    if (!side) return m_time->play(false);
    const std::int64_t last = side->steps() - 1;
    // The first step forward is the first one, the first back the last one.
    const std::int64_t next = step() ? *step() + steps : steps > 0 ? 0 : last;
    if (next >= last) m_time->play(false);
    setStep(m_cursor.leading(), next, true);
}

void MemoryView::showStep() {
    const Side& side = m_cursor.side();
    m_time->setEnabled(side != nullptr);
    m_time->say(side && step() ? stepText(*side, *step()) : QString(), side && step());
    m_lists->alive().show(side, step());
    m_lists->sharing().show(side);
    markLists(side ? side->highlighted(m_plans->itemIn(side, context().selection.current()))
                   : std::vector<LifeId>());
}

void MemoryView::markLists(const std::vector<LifeId>& lives) {
    m_lists->alive().setHighlighted(lives);
    m_lists->sharing().setHighlighted(lives);
}

void MemoryView::markSelection() {
    const Item& item = context().selection.current();
    for (const std::size_t column : {0, 1}) {
        const Side& side = m_cursor.sides()[column];
        const std::vector<LifeId> lives =
            side ? side->highlighted(m_plans->itemIn(side, item)) : std::vector<LifeId>();
        m_columns->setHighlighted(column, lives);
        if (column == m_cursor.leading()) markLists(lives);
    }
}

void MemoryView::selectionChanged() {
    markSelection();
    m_columns->revealHighlighted(m_cursor.leading());
    if (!m_moving && step()) followNode(context().selection.current().node);
}

// A node chosen elsewhere takes the cursor along, also where only the graph that is not shown has it.
void MemoryView::followNode(NodeId node) {
    const std::size_t lead = m_cursor.leading();
    const Side shown = m_cursor.side();
    if (!shown || !node.valid()) return;
    for (const std::size_t column : {lead, 1 - lead})
        if (const Side& side = m_cursor.sides()[column])
            if (const auto step = side->stepOf(m_plans->itemIn(side, {node, {}}).node))
                return setStep(column, step, false);
    for (const Side& side : m_plans->ofGraphs())
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
    const Side& side = m_cursor.side();
    switch (event->key()) {
    case Qt::Key_Space:
        if (side) m_time->play(!m_time->playing());
        return;
    case Qt::Key_Right:
    case Qt::Key_Left: {
        m_time->play(false);
        const bool right = event->key() == Qt::Key_Right;
        if (ends && side)
            setStep(m_cursor.leading(), right ? side->steps() - 1 : 0, true);
        else
            stepBy(right ? far : -far);
        return;
    }
    case Qt::Key_P:
        if (event->modifiers() != Qt::NoModifier) break;
        goToPeak(m_cursor.leading());
        return;
    case Qt::Key_Escape:
        if (step()) return setStep(m_cursor.leading(), std::nullopt, false);
        if (context().selection.clear()) return;
        break;
    default:
        break;
    }
    View::keyPressEvent(event);
}

} // namespace edgewright::views
