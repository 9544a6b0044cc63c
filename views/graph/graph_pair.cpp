// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_pair.h"

#include "views/graph/canvas/mini_map.h"

#include <QContextMenuEvent>
#include <QJsonArray>
#include <QTimer>

#include <cmath>

namespace edgewright::views {

GraphPair::GraphPair(ViewContext& context, const GraphState& state, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), m_state(state),
      m_selection(context.selection), m_panes{new GraphPane(GraphPane::Side::Before, context),
                                              new GraphPane(GraphPane::Side::After, context)} {
    setObjectName(QStringLiteral("graphPanes"));
    setChildrenCollapsible(false);
    for (GraphPane* pane : m_panes) {
        addWidget(pane);
        connect(&pane->canvas(), &GraphCanvas::viewChanged, this, [this, pane] { follow(*pane); });
        pane->canvas().setWarmGroups(pane == m_panes[1]);
        pane->canvas().installEventFilter(this);
        pane->canvas().setKeptClear([this, pane](NodeId node) { return counterparts(*pane, node); });
        new MiniMap(&pane->canvas());
        connect(pane, &GraphPane::shown, this, &GraphPair::lineUp); // each is laid out anew for itself
    }
    setSizes({500, 500});
    linkUp();
}

GraphPane& GraphPair::active() const {
    if (m_state.inside()) return before();
    return !before().isVisible() || after().canvas().hasFocus() ? after() : before();
}

void GraphPair::setMode(PageBar::Mode mode) {
    before().setVisible(mode != PageBar::Mode::One || m_state.inside());
    after().setVisible(!m_state.inside());
    setOrientation(mode == PageBar::Mode::Rows ? Qt::Vertical : Qt::Horizontal);
    linkUp();
    QTimer::singleShot(0, this, &GraphPair::settle); // once the panes have their sizes
}

void GraphPair::settle() {
    for (GraphPane* pane : m_panes)
        if (!pane->isHidden()) pane->canvas().centreAcross();
    lineUp();
    if (m_selection.current().node.valid()) emit selectionMoved();
}

void GraphPair::linkUp() {
    const bool both = m_linked && !before().isHidden() && !after().isHidden();
    for (GraphPane* pane : m_panes)
        pane->canvas().view().setPartner(both ? &other(*pane).canvas().view() : nullptr);
}

void GraphPair::setLinked(bool on) {
    m_linked = on;
    linkUp();
    if (on) follow(active());
}

void GraphPair::lineUp() {
    GraphCanvas& left = before().canvas();
    if (m_state.inside() || !m_linked || before().isHidden() || !left.scene()) return;
    if (left.atStart())
        for (GraphPane* pane : m_panes)
            if (!pane->isHidden()) pane->canvas().start();
    // From the beginning of what cannot be seen at once both go on at the same height.
    if (!left.atStart() || left.seesAll() || m_selection.current().node.valid()) follow(before());
}

// Of the selected node where it is in sight, else between the nearest above and below the middle.
std::optional<std::pair<QPointF, QPointF>> GraphPair::sameSpot(const GraphPane& lead) const {
    using Pair = std::pair<QPointF, QPointF>;
    const auto from = lead.canvas().scene(), to = other(lead).canvas().scene();
    const bool toBefore = &lead == m_panes[1];
    const Provenance& provenance = *m_state.presented->provenance;
    const NodeId selected = m_selection.current().node;
    const auto partner = [&](NodeId node) -> std::optional<QPointF> {
        const auto sides = provenance.sidesOf(node);
        const auto& candidates = toBefore ? sides.before : sides.after;
        if (candidates.count(selected) != 0)
            if (const auto rect = to->rectOf(selected)) return rect->center();
        for (const NodeId candidate : candidates)
            if (const auto rect = to->rectOf(candidate)) return rect->center();
        return std::nullopt;
    };
    const QRectF seen = lead.canvas().visibleRect();
    const auto sides = selected.valid() ? provenance.sidesOf(selected) : Provenance::Sides{};
    const auto& own = toBefore ? sides.after : sides.before;
    const NodeId anchor = own.count(selected) != 0 ? selected : own.empty() ? NodeId() : *own.begin();
    if (anchor.valid())
        if (const auto rect = from->rectOf(anchor); rect && seen.contains(rect->center()))
            if (const auto there = partner(anchor)) return Pair(rect->center(), *there);
    const double middle = seen.center().y();
    std::optional<Pair> above, below;
    for (const std::uint32_t index : from->boxesIn(seen)) {
        const SceneBox& box = from->boxes()[index];
        if (box.kind != SceneBox::Kind::Node) continue;
        const QPointF at = box.rect.center();
        auto& side = at.y() <= middle ? above : below;
        if (side && std::abs(side->first.y() - middle) <= std::abs(at.y() - middle)) continue;
        if (const auto there = partner(box.node)) side = Pair{at, *there};
    }
    if (!above && !below) return std::nullopt;
    if (!above) above = below;
    if (!below) below = above;
    const double height = below->first.y() - above->first.y();
    const double share = height > 0 ? (middle - above->first.y()) / height : 0;
    return Pair(above->first + (below->first - above->first) * share,
                above->second + (below->second - above->second) * share);
}

void GraphPair::follow(const GraphPane& lead) {
    const GraphCanvas& from = lead.canvas();
    GraphPane& side = other(lead);
    GraphCanvas& led = side.canvas();
    if (m_state.inside() || !m_state.presented || !m_linked || side.isHidden() || lead.isHidden()) return;
    if (!from.scene() || !led.scene() || !from.scene()->placed() || !led.scene()->placed()) return;
    if (led.view().keeps() && !from.view().keeps()) return; // what was clicked there stays
    if (&lead == m_panes[1] && from.view().isFitted() &&
        !from.view().keeps()) { // the left one leads, whichever was asked to fit
        led.view().showAll(true);
        return follow(before());
    }
    const double zoom = from.zoom();
    const auto middle = [zoom](const GraphCanvas& canvas) {
        return canvas.scene()->size().width() / 2 - canvas.width() / 2.0 / zoom;
    };
    QPointF origin(middle(led) + from.origin().x() - middle(from), from.origin().y());
    if (const auto spot = sameSpot(lead)) {
        const QPointF onScreen = (spot->first - from.origin()) * zoom;
        origin.setY(spot->second.y() - onScreen.y() / zoom);
        if (!from.view().fitsAcross(zoom) || !led.view().fitsAcross(zoom))
            origin.setX(spot->second.x() - onScreen.x() * led.width() / std::max(1, from.width()) / zoom);
    } else if (!from.seesAll()) {
        return;
    }
    if (from.seesAll()) origin = led.view().heldInSight(origin, zoom);
    led.setViewFrom(origin, zoom, from.atStart());
}

std::vector<QRect> GraphPair::counterparts(const GraphPane& of, NodeId node) const {
    const GraphCanvas& canvas = other(of).canvas();
    const auto& scene = canvas.scene();
    if (m_state.inside() || !m_state.presented || !canvas.isVisible() || !scene || !scene->placed()) return {};
    const Provenance::Sides sides = m_state.presented->provenance->sidesOf(node);
    std::set<std::uint32_t> own, all;
    for (const NodeId each : &of == m_panes[1] ? sides.before : sides.after)
        if (const auto box = scene->boxOf(each)) own.insert(*box);
    all = own;
    for (const SceneEdge& edge : scene->edges()) {
        if (own.contains(edge.from)) all.insert(edge.to);
        if (own.contains(edge.to)) all.insert(edge.from);
    }
    std::vector<QRect> rects;
    for (const std::uint32_t box : all)
        if (const QRect seen = canvas.view().toWidget(scene->boxes()[box].rect).toAlignedRect() & canvas.rect();
            !seen.isEmpty())
            rects.emplace_back(canvas.mapToGlobal(seen.topLeft()), seen.size());
    return rects;
}

bool GraphPair::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ContextMenu) {
        emit menuRequested(watched == &before().canvas() ? before() : after(),
                           static_cast<QContextMenuEvent*>(event)->pos());
        return true;
    }
    if (event->type() == QEvent::Resize && watched == &before().canvas())
        QTimer::singleShot(0, this, [this] {
            for (const GraphPane* pane : m_panes)
                if (pane->canvas().view().keeps()) return follow(*pane);
            if (before().canvas().atStart())
                lineUp();
            else
                follow(active());
        });
    return QSplitter::eventFilter(watched, event);
}

void GraphPair::saveSeen(QJsonObject& state) const {
    for (const GraphPane* pane : m_panes) {
        const GraphCanvas& canvas = pane->canvas();
        if (canvas.scene() && !canvas.atStart())
            state.insert(canvas.objectName(),
                         QJsonArray{canvas.origin().x(), canvas.origin().y(), canvas.zoom()});
    }
}

void GraphPair::restoreSeen(const QJsonObject& state) {
    m_restored.emplace(); // one that is still waited for is void
    for (GraphPane* pane : m_panes) {
        const QJsonArray seen = state.value(pane->canvas().objectName()).toArray();
        const double x = seen.at(0).toDouble(), y = seen.at(1).toDouble(), zoom = seen.at(2).toDouble();
        if (seen.size() != 3 || zoom <= 0) continue;
        connect(pane, &GraphPane::shown, &*m_restored, [this, pane, x, y, zoom, done = false]() mutable {
            GraphCanvas& canvas = pane->canvas();
            if (done || !canvas.scene()) return;
            done = true;
            const QRectF all(QPointF(), canvas.scene()->size());
            if (all.intersects(QRectF(QPointF(x, y), QSizeF(canvas.size()) / zoom)))
                canvas.setViewFrom({x, y}, zoom);
            follow(before().isHidden() ? *pane : before());
        });
    }
}

} // namespace edgewright::views
