// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of the graph canvas.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/hover_card.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::views {

namespace {

constexpr double PageShare = 0.8;

} // namespace

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

// Up and down follow edges, to the side that is nearest; left and right go to the next box at the same height.
std::optional<std::uint32_t> GraphCanvas::neighbour(int key) const {
    if (!m_scene || m_scene->boxes().empty()) return std::nullopt;
    const auto& boxes = m_scene->boxes();
    std::optional<std::uint32_t> from;
    if (m_options.current.valid())
        from = m_scene->boxOf(m_options.current);
    else if (!m_options.highlighted.empty())
        from = m_scene->boxOf(*m_options.highlighted.begin());
    else if (m_options.value.valid())
        from = m_scene->sourceOf(m_options.value);
    if (!from) return anchor(nullptr);
    // Of an opened node all members count as one.
    const auto same = [&](std::uint32_t box) {
        return box == *from || (boxes[box].node.valid() && boxes[box].node == boxes[*from].node);
    };
    const QPointF start = boxes[*from].rect.center();
    std::optional<std::uint32_t> best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::uint32_t box, double cost) {
        if (!same(box) && cost < least) {
            least = cost;
            best = box;
        }
    };
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const SceneEdge& edge : m_scene->edges()) {
            if (!same(key == Qt::Key_Down ? edge.from : edge.to)) continue;
            const std::uint32_t other = key == Qt::Key_Down ? edge.to : edge.from;
            consider(other, std::abs(boxes[other].rect.center().x() - start.x()) +
                                std::abs(boxes[other].rect.center().y() - start.y()) / 16);
        }
        return best;
    }
    const double height = boxes[*from].rect.height();
    const QRectF row(-1e9, start.y() - height, 2e9, 2 * height);
    for (const std::uint32_t i : m_scene->boxesIn(row)) {
        const QPointF way = boxes[i].rect.center() - start;
        if ((key == Qt::Key_Right) != (way.x() > 0) || std::abs(way.y()) > height) continue;
        consider(i, std::abs(way.x()));
    }
    return best;
}

void GraphCanvas::walk(int key, bool choosing) {
    finishTransition();
    const auto box = neighbour(key);
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
    const bool placed = m_scene && m_scene->placed();
    switch (key) {
    case Qt::Key_1:
        zoomBy(1 / m_zoom);
        return true;
    case Qt::Key_2: {
        QRectF all;
        for (const NodeId node : m_options.chosen.empty() ? m_options.highlighted : m_options.chosen)
            if (const auto rect = placed ? m_scene->rectOf(node) : std::nullopt) all |= *rect;
        if (all.isNull()) return true;
        const double zoom = std::min({1.0, width() / (all.width() + 120), height() / (all.height() + 120)});
        m_glide.stop();
        m_touched = true;
        setView(zoom, all.center() - QRectF(rect()).center() / zoom);
        return true;
    }
    case Qt::Key_Home: // with Ctrl: alone, it fits
        showStart(false);
        return true;
    case Qt::Key_End:
        m_touched = true;
        if (placed) glideTo(QPointF(m_origin.x(), m_scene->size().height() - PageShare * height() / m_zoom));
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        const double way = PageShare * height() / m_zoom;
        m_touched = true;
        glideTo(m_origin + QPointF(0, key == Qt::Key_PageDown ? way : -way));
        return true;
    }
    default:
        return false;
    }
}

bool GraphCanvas::clearView() {
    choose({});
    emit picked(Item{});
    return true;
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
