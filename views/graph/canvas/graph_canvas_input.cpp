// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the graph canvas.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/hover_card.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double Reach = 6; // widget pixels
constexpr double PageShare = 0.8;

// Up and down follow edges, to the side that is nearest; left and right go to the next box at the same height.
std::optional<std::uint32_t> neighbour(const GraphScene& scene, std::uint32_t from, int key) {
    const auto& boxes = scene.boxes();
    // Of an opened node all members count as one.
    const auto same = [&](std::uint32_t box) {
        return box == from || (boxes[box].node.valid() && boxes[box].node == boxes[from].node);
    };
    const QPointF start = boxes[from].rect.center();
    std::optional<std::uint32_t> best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::uint32_t box, double cost) {
        if (!same(box) && cost < least) {
            least = cost;
            best = box;
        }
    };
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const SceneEdge& edge : scene.edges()) {
            if (!same(key == Qt::Key_Down ? edge.from : edge.to)) continue;
            const std::uint32_t other = key == Qt::Key_Down ? edge.to : edge.from;
            consider(other, std::abs(boxes[other].rect.center().x() - start.x()) +
                                std::abs(boxes[other].rect.center().y() - start.y()) / 16);
        }
        return best;
    }
    const double height = boxes[from].rect.height();
    const QRectF row(-1e9, start.y() - height, 2e9, 2 * height);
    for (const std::uint32_t i : scene.boxesIn(row)) {
        const QPointF way = boxes[i].rect.center() - start;
        if ((key == Qt::Key_Right) != (way.x() > 0) || std::abs(way.y()) > height) continue;
        consider(i, std::abs(way.x()));
    }
    return best;
}

} // namespace

GraphHit GraphCanvas::hit(QPointF at) const {
    if (!m_scene || inTransition()) return {};
    GraphHit found = hitTest(*m_scene, m_view.toScene(at), Reach / zoom(),
                             zoom() >= SomeDetail ? m_options.badges : Badges(), zoom());
    if (zoom() >= FullDetail) return found;
    // Not drawn at this scale.
    if (found.handle || found.hullTag || found.tag || found.farTag) found = {};
    return found;
}

void GraphCanvas::hoverView(QPointF at) {
    const GraphHit found = hit(at);
    const bool target = found.box || found.hullTag || found.tag || found.farTag;
    setCursor(target ? Qt::PointingHandCursor : m_tool == Tool::Choose ? Qt::CrossCursor : Qt::ArrowCursor);
    QRect avoid(at.toPoint() - QPoint(8, 8), QSize(16, 16));
    if (found.box) avoid = m_view.toWidget(m_scene->boxes()[*found.box].rect).toRect() & rect();
    HoverCard::Clear clear;
    if (const NodeId node = found.box ? m_scene->boxes()[*found.box].node : NodeId();
        node.valid() && m_keptClear)
        clear = [this, node] { return m_keptClear(node); };
    m_hoverCard->say(m_scene ? hoverText(*m_scene, m_options, found) : QString(), avoid, std::move(clear));
    if (found.box == m_options.hovered) return;
    m_options.hovered = found.box;
    update();
}

void GraphCanvas::leaveEvent(QEvent*) { endHover(); }

void GraphCanvas::hideEvent(QHideEvent*) { endHover(); }

void GraphCanvas::endHover() {
    m_hoverCard->away();
    if (!m_options.hovered) return;
    m_options.hovered.reset();
    update();
}

void GraphCanvas::panView(QPointF way) { m_view.moveTo(zoom(), origin() - way / zoom()); }

void GraphCanvas::fitView() {
    m_view.touch();
    fit();
}

void GraphCanvas::pressView() {
    m_view.stop();
    finishTransition();
    m_hoverCard->away();
}

void GraphCanvas::zoomAbout(QPointF at, double factor) {
    if (!m_view.placed()) return;
    finishTransition();
    m_view.zoomAbout(at, factor);
}

bool GraphCanvas::ownsDrag(const QMouseEvent& event, QPointF pressed) {
    const bool other = event.modifiers().testFlag(Qt::ShiftModifier);
    if ((m_tool == Tool::Choose) == other || !event.buttons().testFlag(Qt::LeftButton) || !m_scene)
        return false;
    m_band = QRectF(pressed, QSizeF(0, 0));
    return true;
}

// Of the rubber band.
void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!m_band) return;
    m_band->setBottomRight(event->position());
    update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_band) return;
    const QRectF area(m_view.toScene(m_band->normalized().topLeft()), m_band->normalized().size() / zoom());
    m_band.reset();
    std::set<NodeId> nodes;
    if (event->modifiers().testFlag(Qt::ControlModifier)) nodes = m_options.chosen;
    for (const std::uint32_t i : m_scene->boxesIn(area))
        if (const SceneBox& box = m_scene->boxes()[i]; box.module.valid())
            nodes.insert(box.nodes.begin(), box.nodes.end());
        else if (box.kind == SceneBox::Kind::Node)
            nodes.insert(box.node);
    choose(std::move(nodes));
    update();
    hoverView(event->position());
}

void GraphCanvas::clickView(const QMouseEvent& event) {
    if (!m_scene) return;
    const GraphHit found = hit(event.position());
    m_view.keepOnScreen(found.box ? m_scene->boxes()[*found.box].rect
                                  : QRectF(m_view.toScene(event.position()), QSizeF(0, 0)));
    click(found, event.modifiers());
}

void GraphCanvas::click(const GraphHit& found, Qt::KeyboardModifiers modifiers) {
    if (found.box) {
        const SceneBox box = m_scene->boxes()[*found.box]; // whoever listens may bring another scene
        if (found.badge) {
            const Badge::Kind kind = m_options.badges.at(box.node)[*found.badge].kind;
            emit picked(box.item());
            emit badgeClicked(box.item(), kind);
        } else if (found.handle) {
            openOrEnter(box);
        } else if ((modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) != 0 && box.node.valid()) {
            toggleChosen(box.node);
        } else {
            choose({});
            if (box.module.valid())
                emit modulePicked(box.module);
            else
                emit picked(box.item());
        }
        return;
    }
    if (found.hullTag) {
        const HullSpec spec = m_scene->hulls()[*found.hull].spec;
        if (spec.style == HullSpec::Style::Opened)
            emit openRequested(spec.group, false);
        else if (spec.style == HullSpec::Style::Module)
            emit moduleRequested(spec.module, false);
        else
            emit hullClicked(spec);
        return;
    }
    choose({});
    if (!found.edge) {
        emit picked(Item{});
        return;
    }
    const SceneEdge edge = m_scene->edges()[*found.edge];
    if (found.tag || found.farTag) followPortal(edge, found.farTag);
    if (edge.value.valid()) emit picked(Item{{}, edge.value});
}

// To the other end; from the source to the next of its readers with every click.
void GraphCanvas::followPortal(const SceneEdge& edge, bool toSource) {
    std::uint32_t box = edge.from;
    if (!toSource) {
        std::vector<std::uint32_t> readers;
        for (const SceneEdge& other : m_scene->edges())
            if (other.portal && other.from == edge.from && other.tensor == edge.tensor)
                readers.push_back(other.to);
        if (readers.empty()) return;
        box = readers[m_portalTurn++ % readers.size()];
    }
    m_view.glideToCentre(m_scene->boxes()[box].rect.center());
}

void GraphCanvas::openOrEnter(const SceneBox& box) {
    if (box.module.valid())
        emit moduleRequested(box.module, true);
    else if (box.member.valid())
        emit openRequested(box.node, false);
    else if (box.openable)
        emit openRequested(box.node, true);
    else if (box.nested)
        emit enterRequested(box.node);
}

void GraphCanvas::choose(std::set<NodeId> nodes) {
    if (nodes == m_options.chosen) return;
    setChosen(std::move(nodes));
    emit areaSelected(m_options.chosen);
}

void GraphCanvas::toggleChosen(NodeId node) {
    std::set<NodeId> nodes = m_options.chosen;
    // The first one joins what is selected already.
    if (nodes.empty() && m_options.current.valid() && m_options.current != node)
        nodes.insert(m_options.current);
    if (!nodes.erase(node)) nodes.insert(node);
    choose(std::move(nodes));
}

bool GraphCanvas::doubleClickView(const QMouseEvent& event) {
    const GraphHit found = hit(event.position());
    if (!found.box || found.badge || event.modifiers() != Qt::NoModifier) return false;
    const SceneBox box = m_scene->boxes()[*found.box];
    if (!box.member.valid() && !box.openable && !box.nested) return false;
    openOrEnter(box);
    return true;
}

std::vector<GraphCanvas::Key> GraphCanvas::keys() {
    return {{tr("↑ ↓"), tr("Walk along edges, to the nearest neighbour")},
            {tr("← →"), tr("Walk to the next box at the same height")},
            {tr("Shift+arrows"), tr("Walk, and choose on the way")},
            {tr("Space"), tr("Choose the selected node, or no longer")},
            {tr("Ctrl+A"), tr("Choose all nodes")},
            {tr("Enter"), tr("Open the selected module; open or close the selected group; enter a subgraph")},
            {tr("Backspace"), tr("Leave the subgraph")},
            {tr("+ −"), tr("Zoom in, out")},
            {tr("0, Home"), tr("Fit the whole graph")},
            {tr("1"), tr("Zoom to 100 %")},
            {tr("2"), tr("Zoom to what is selected")},
            {tr("Ctrl+Home, End"), tr("Go to the beginning, to the end")},
            {tr("Page up, Page down"), tr("Scroll by a screen")},
            {tr("P"), tr("Follow an edge that is cut into tags")},
            {tr("Esc"), tr("Clear the selection")}};
}

void GraphCanvas::walk(int key, bool choosing) {
    finishTransition();
    if (!m_scene || m_scene->boxes().empty()) return;
    std::optional<std::uint32_t> from;
    if (m_options.current.valid())
        from = m_scene->boxOf(m_options.current);
    else if (!m_options.highlighted.empty())
        from = m_scene->boxOf(*m_options.highlighted.begin());
    else if (m_options.value.valid())
        from = m_scene->sourceOf(m_options.value);
    const auto box = from ? neighbour(*m_scene, *from, key) : m_view.anchor(m_options.highlighted);
    if (!box) return;
    const SceneBox target = m_scene->boxes()[*box];
    const Item item = target.item();
    if (choosing) {
        std::set<NodeId> nodes = m_options.chosen;
        if (m_options.current.valid()) nodes.insert(m_options.current);
        if (target.module.valid())
            nodes.insert(target.nodes.begin(), target.nodes.end());
        else if (item.node.valid())
            nodes.insert(item.node);
        choose(std::move(nodes));
    }
    m_hoverCard->away();
    if (target.module.valid())
        emit modulePicked(target.module);
    else
        emit picked(item);
    bringIntoView(item.node.valid() ? std::set<NodeId>{item.node} : std::set<NodeId>{}, item.value);
}

// Keys that only move the view.
bool GraphCanvas::viewKey(int key) {
    const bool placed = m_view.placed();
    switch (key) {
    case Qt::Key_1:
        zoomBy(1 / zoom());
        return true;
    case Qt::Key_2: {
        QRectF all;
        for (const NodeId node : m_options.chosen.empty() ? m_options.highlighted : m_options.chosen)
            if (const auto rect = placed ? m_scene->rectOf(node) : std::nullopt) all |= *rect;
        if (all.isNull()) return true;
        const double zoom = std::min({1.0, width() / (all.width() + 120), height() / (all.height() + 120)});
        m_view.moveTo(zoom, all.center() - QRectF(rect()).center() / zoom);
        return true;
    }
    case Qt::Key_Home: // with Ctrl: alone, it fits
        m_view.showStart(false);
        return true;
    case Qt::Key_End:
        if (placed)
            m_view.glideTo(QPointF(origin().x(), m_scene->size().height() - PageShare * height() / zoom()));
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        const double way = PageShare * height() / zoom();
        m_view.glideTo(origin() + QPointF(0, key == Qt::Key_PageDown ? way : -way));
        return true;
    }
    default:
        return false;
    }
}

bool GraphCanvas::clearView() {
    const bool had = !m_options.highlighted.empty() || m_options.value.valid() || !m_options.chosen.empty();
    choose({});
    emit picked(Item{});
    return had;
}

bool GraphCanvas::actionKey(const QKeyEvent& event) {
    std::optional<std::uint32_t> current;
    if (m_scene && m_options.current.valid()) current = m_scene->boxOf(m_options.current);
    switch (event.key()) {
    case Qt::Key_Space:
        if (m_options.current.valid()) {
            std::set<NodeId> nodes = m_options.chosen;
            if (!nodes.erase(m_options.current)) nodes.insert(m_options.current);
            choose(std::move(nodes));
        }
        return true;
    case Qt::Key_A: {
        if ((event.modifiers() & Qt::ControlModifier) == 0 || !m_scene) return false;
        std::set<NodeId> nodes;
        for (const SceneBox& box : m_scene->boxes())
            if (box.module.valid())
                nodes.insert(box.nodes.begin(), box.nodes.end());
            else if (box.kind == SceneBox::Kind::Node)
                nodes.insert(box.node);
        choose(std::move(nodes));
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current) openOrEnter(SceneBox(m_scene->boxes()[*current]));
        return true;
    case Qt::Key_Backspace:
        emit leaveRequested();
        return true;
    case Qt::Key_P:
        if (event.modifiers() != Qt::NoModifier || !current) return false;
        for (const SceneEdge& edge : m_scene->edges())
            if (edge.portal && (edge.from == *current || edge.to == *current)) {
                followPortal(edge, edge.to == *current);
                break;
            }
        return true;
    default:
        return false;
    }
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
    m_view.letGo();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return walk(event->key(), (event->modifiers() & Qt::ShiftModifier) != 0);
    default:
        if (!viewKey(event->key()) && !actionKey(*event)) QWidget::keyPressEvent(event);
    }
}

} // namespace edgewright::views
