// SPDX-License-Identifier: GPL-3.0-or-later
// The selection on both sides of the page, and how one side follows the other.
#include "views/graph/graph_view.h"

#include "core/fusion/verdict.h"
#include "views/graph/panels/outline_panel.h"

#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

// The partners of what is selected are outlined on both sides and brought into sight, and so is what was found.
void GraphView::showSelection() {
    const Selection& selection = context().selection;
    const bool here = inside() && selection.graphInside() == shownGraph();
    const Item item = inside() ? (here ? selection.inside() : Item{}) : selection.current();
    Provenance::Sides sides;
    const Provenance* provenance = m_presented ? m_presented->provenance.get() : nullptr;
    if (inside() || !provenance) {
        if (item.node.valid()) sides.before.insert(item.node);
    } else if (item.node.valid()) {
        sides = provenance->sidesOf(item.node);
    }
    std::set<NodeId> beforeFound, afterFound;
    for (const NodeId id : m_bar->search().found().all) {
        beforeFound.insert(id);
        if (provenance && !inside())
            for (const NodeId heir : provenance->descendantsOf(id))
                afterFound.insert(heir);
    }
    const auto mark = [&](GraphCanvas& canvas, std::set<NodeId> nodes, const std::set<NodeId>& found) {
        const auto source =
            canvas.scene() && item.value.valid() ? canvas.scene()->sourceOf(item.value) : std::nullopt;
        if (source)
            if (const NodeId writer = canvas.scene()->boxes()[*source].node; writer.valid())
                nodes.insert(writer);
        const NodeId current = nodes.count(item.node) != 0 ? item.node
                               : !nodes.empty()            ? *nodes.begin()
                                                           : NodeId();
        if (m_module.valid() && !nodes.empty() && canvas.scene()) nodes = nodesIn(*canvas.scene(), m_module);
        nodes.insert(found.begin(), found.end());
        canvas.setHighlight(std::move(nodes), source ? item.value : ValueId(), current);
    };
    mark(m_before->canvas(), sides.before, beforeFound);
    mark(m_after->canvas(), sides.after, afterFound);
    if (!inside() && m_presented && m_before->content().graph == m_model) m_before->setHulls(hulls());
    showCrumbs();
    if (item.empty()) return;
    if (m_module.valid()) {
        for (GraphPane* pane : {m_before, m_after})
            if (!pane->isHidden()) pane->canvas().bringIntoView(pane->canvas().highlighted(), {});
        return m_outline->reveal(m_module);
    }
    // A group is long: the picked member itself is what must be seen.
    const std::set<NodeId> wanted =
        sides.before.count(item.node) != 0 ? std::set<NodeId>{item.node} : sides.before;
    const bool fromAfter = m_pickedIn == m_after || m_before->isHidden() ||
                           (!m_pickedIn && sides.before.empty() && item.node.valid());
    GraphPane& lead = fromAfter ? *m_after : *m_before;
    lead.canvas().bringIntoView(fromAfter ? sides.after : wanted, item.value);
    if (m_bar->link().isChecked() && item.node.valid())
        follow(lead);
    else
        other(lead).canvas().bringIntoView(fromAfter ? wanted : sides.after, item.value);
    m_outline->reveal(item.node);
}

// The other side shows the same part at the same height and scale, or all of it where that is larger.
void GraphView::follow(GraphPane& lead) {
    GraphPane& led = other(lead);
    if (m_following || inside() || !m_presented || !m_bar->link().isChecked() || !led.isVisible() ||
        !lead.isVisible())
        return;
    const auto from = lead.canvas().scene(), to = led.canvas().scene();
    if (!from || !to || !from->placed() || !to->placed()) return;
    if (lead.canvas().seesAll()) return led.canvas().fitQuietly(); // each at its own scale
    const Provenance& provenance = *m_presented->provenance;
    const NodeId selected = context().selection.current().node;
    const auto partner = [&](NodeId node) -> std::optional<QPointF> {
        const auto sides = provenance.sidesOf(node);
        const auto& candidates = &led == m_before ? sides.before : sides.after;
        if (candidates.count(selected) != 0)
            if (const auto rect = to->rectOf(selected)) return rect->center();
        for (const NodeId candidate : candidates)
            if (const auto rect = to->rectOf(candidate)) return rect->center();
        return std::nullopt;
    };
    const double zoom = lead.canvas().zoom(), ledZoom = std::max(zoom, led.canvas().fittingZoom());
    const QRectF seen = lead.canvas().visibleRect();
    QPointF centre = seen.center(), here, there;
    bool found = false;
    const auto sides = selected.valid() ? provenance.sidesOf(selected) : Provenance::Sides{};
    const auto& own = &lead == m_before ? sides.before : sides.after;
    const NodeId anchor = own.count(selected) != 0 ? selected : own.empty() ? NodeId() : *own.begin();
    if (anchor.valid())
        if (const auto rect = from->rectOf(anchor); rect && seen.contains(rect->center()))
            if (const auto other = partner(anchor)) {
                here = rect->center();
                there = *other;
                found = true;
            }
    if (!found) { // between the nearest above and below the middle
        struct Pair {
            QPointF here, there;
        };
        std::optional<Pair> above, below;
        for (const std::uint32_t index : from->boxesIn(seen)) {
            const SceneBox& box = from->boxes()[index];
            if (box.kind != SceneBox::Kind::Node) continue;
            const QPointF at = box.rect.center();
            auto& side = at.y() <= centre.y() ? above : below;
            if (side && std::abs(side->here.y() - centre.y()) <= std::abs(at.y() - centre.y())) continue;
            if (const auto other = partner(box.node)) side = Pair{at, *other};
        }
        if (!above && !below) return;
        if (!above) above = below;
        if (!below) below = above;
        const double height = below->here.y() - above->here.y();
        const double share = height > 0 ? (centre.y() - above->here.y()) / height : 0;
        here = above->here + (below->here - above->here) * share;
        there = above->there + (below->there - above->there) * share;
    }
    const QPointF onScreen = (here - lead.canvas().origin()) * zoom;
    const double width = lead.canvas().width(), otherWidth = led.canvas().width();
    m_following = true;
    led.canvas().setViewFrom(
        there - QPointF(onScreen.x() * otherWidth / std::max(1.0, width), onScreen.y()) / ledZoom, ledZoom);
    m_following = false;
}

void GraphView::explain(const Item& item) {
    if (!isVisible() || !item.node.valid() || !isCurrent()) return;
    const fusion::History& history = *m_presented->history;
    if (const QString gone = m_presented->provenance->whyGone(item.node); !gone.isEmpty())
        return emit message(gone);
    const fusion::Finding finding = fusion::findingOf(history, item.node);
    if (finding.verdict == fusion::Verdict::NotFused)
        return emit message(QString::fromStdString(finding.refusals.front()->reason));
    if (!finding.steps.empty()) return emit message(QString::fromStdString(finding.steps.back()->reason));
    emit message(finding.possible.empty()
                     ? tr("No rule touches this node.")
                     : tr("Could be fused: %1").arg(QString::fromStdString(finding.possible.front()->reason)));
}

void GraphView::pick(const Item& item) {
    if (inside())
        context().selection.selectInside(shownGraph(), item);
    else
        context().selection.select(item);
}

// Several at once, until something is selected: all places of a rule. None is brought into sight: they are
// everywhere.
void GraphView::highlightAll(const std::vector<NodeId>& nodes) {
    if (inside() || !m_presented) return;
    Provenance::Sides all;
    for (const NodeId node : nodes) {
        const Provenance::Sides sides = m_presented->provenance->sidesOf(node);
        all.before.insert(sides.before.begin(), sides.before.end());
        all.after.insert(sides.after.begin(), sides.after.end());
    }
    m_before->canvas().setHighlight(all.before, {});
    m_after->canvas().setHighlight(all.after, {});
}

} // namespace edgewright::views
