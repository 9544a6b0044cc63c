// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and wheel of the graph canvas, and what hovering says.
#include "views/graph/canvas/graph_canvas.h"

#include "views/graph/canvas/hover_card.h"
#include "views/graph/picture/module_card.h"
#include "views/support/short_name.h"

#include <QMouseEvent>

namespace edgewright::views {

namespace {

constexpr double Reach = 6; // widget pixels
constexpr int MaxReasons = 6, MaxInputWord = 44;

} // namespace

GraphHit GraphCanvas::hit(QPointF at) const {
    if (!m_scene || m_transition) return {};
    GraphHit found = hitTest(*m_scene, toScene(at), Reach / m_zoom,
                             m_zoom >= SomeDetail ? m_options.badges : Badges(), m_zoom);
    if (m_zoom >= FullDetail) return found;
    // Not drawn at this scale.
    if (found.handle || found.hullTag || found.tag || found.farTag) found = {};
    return found;
}

QString GraphCanvas::hoverText(const GraphHit& found) const {
    const auto line = [](const QString& sign, const QString& text) {
        return QStringLiteral("<br><b>%1</b> %2").arg(sign, shortNames(text, MaxInputWord).toHtmlEscaped());
    };
    if (found.box) {
        const SceneBox& box = m_scene->boxes()[*found.box];
        if (box.kind != SceneBox::Kind::Node) return valueToolTip(m_scene->graph().value(box.value));
        if (box.module.valid())
            return moduleToolTip(*m_scene->options().folding.modules, box.module, box.nodes.size(), box.facts);
        const ir::Node& node = *m_scene->nodeOf(box);
        const ir::Graph& graph = box.member.valid() ? *m_scene->graph().node(box.node).body : m_scene->graph();
        QString text = nodeToolTip(graph, node, box.facts);
        if (box.member.valid()) return text;
        if (const auto& colouring = m_options.colouring)
            if (const QString value = colouring->valueText(box.node); !value.isEmpty())
                text +=
                    QStringLiteral("<br>%1: %2").arg(colouring->title.toHtmlEscaped(), value.toHtmlEscaped());
        if (const auto change = m_options.changes.find(box.node); change != m_options.changes.end())
            text += line(changeSign(change->second), changeWord(change->second));
        const auto badges = m_options.badges.find(box.node);
        if (badges == m_options.badges.end()) return text;
        int shown = 0;
        for (std::size_t i = 0; i < badges->second.size(); ++i) {
            const Badge& badge = badges->second[i];
            if (found.badge && *found.badge != i) continue;
            for (const QString& reason : badge.reasons)
                if (shown++ < MaxReasons)
                    text += line(badge.kind == Badge::Kind::Applied    ? QStringLiteral("✓")
                                 : badge.kind == Badge::Kind::Possible ? QStringLiteral("▸")
                                 : badge.kind == Badge::Kind::Refused  ? QStringLiteral("!")
                                                                       : QStringLiteral("Δ"),
                                 reason);
        }
        return text;
    }
    if (found.edge) {
        const SceneEdge& edge = m_scene->edges()[*found.edge];
        if (edge.value.valid()) return valueToolTip(m_scene->graph().value(edge.value));
    }
    if (found.hull && found.hullTag)
        return QStringLiteral("<b>%1</b>").arg(m_scene->hulls()[*found.hull].spec.tag.toHtmlEscaped());
    return {};
}

void GraphCanvas::hoverView(QPointF at) {
    const GraphHit found = hit(at);
    const bool target = found.box || found.hullTag || found.tag || found.farTag;
    setCursor(target ? Qt::PointingHandCursor : m_tool == Tool::Choose ? Qt::CrossCursor : Qt::ArrowCursor);
    QRect avoid(at.toPoint() - QPoint(8, 8), QSize(16, 16));
    if (found.box) avoid = toWidget(m_scene->boxes()[*found.box].rect).toRect() & rect();
    m_hoverCard->say(m_scene ? hoverText(found) : QString(), at.toPoint(), avoid);
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

void GraphCanvas::panView(QPointF way) {
    m_glide.stop();
    m_touched = true;
    setView(m_zoom, m_origin - way / m_zoom);
}

void GraphCanvas::fitView() {
    m_touched = true;
    fit();
}

void GraphCanvas::pressView() {
    m_glide.stop();
    finishTransition();
    m_hoverCard->away();
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
    const QRectF area(toScene(m_band->normalized().topLeft()), m_band->normalized().size() / m_zoom);
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
    if (m_scene) click(hit(event.position()), event.modifiers());
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
    m_touched = true;
    glideTo(m_scene->boxes()[box].rect.center() - QRectF(rect()).center() / m_zoom);
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

} // namespace edgewright::views
