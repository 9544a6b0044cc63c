// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/graph_painter.h"

#include "views/graph/picture/scene/module_card.h"
#include "views/support/figure/mark_titles.h"

#include <algorithm>
#include <array>

namespace edgewright::views {

namespace {

constexpr double ArrowLength = 7, ArrowHalf = 3.2;

// Adds the pieces of a curve that lie in the part.
void addCurveWithin(QPainterPath& kept, const std::array<QPointF, 4>& curve, const ScenePart& part) {
    constexpr double MinPiece = 0.05; // scene pixels: less than a line is wide
    const auto [low, high] =
        std::minmax({curve[0].y(), curve[1].y(), curve[2].y(), curve[3].y()}); // the curve lies between them
    if (low >= part.bottom || high < part.top) return;
    if (low >= part.top && high <= part.bottom) {
        if (kept.elementCount() == 0 || kept.currentPosition() != curve[0]) kept.moveTo(curve[0]);
        kept.cubicTo(curve[1], curve[2], curve[3]);
        return;
    }
    if (high - low < MinPiece) return;
    const QPointF first = (curve[0] + curve[1]) / 2, middle = (curve[1] + curve[2]) / 2,
                  last = (curve[2] + curve[3]) / 2, left = (first + middle) / 2, right = (middle + last) / 2,
                  half = (left + right) / 2;
    addCurveWithin(kept, {curve[0], first, left, half}, part);
    addCurveWithin(kept, {half, right, last, curve[3]}, part);
}

QPainterPath pathWithin(const QPainterPath& path, const ScenePart& part) {
    QPainterPath kept;
    QPointF at;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& element = path.elementAt(i);
        const QPointF next = element;
        if (element.type == QPainterPath::LineToElement) {
            addCurveWithin(kept, {at, at + (next - at) / 3, next - (next - at) / 3, next}, part);
        } else if (element.type == QPainterPath::CurveToElement) { // two more follow
            const QPointF end = path.elementAt(i + 2);
            addCurveWithin(kept, {at, next, path.elementAt(i + 1), end}, part);
            i += 2;
            at = end;
            continue;
        }
        at = next;
    }
    return kept;
}

// Paints the part of an area. It has no edge where it goes on beyond.
void paintPathWithin(QPainter& painter, const QPainterPath& area, const ScenePart& part) {
    const QRectF bounds = area.boundingRect();
    if (bounds.top() >= part.top && bounds.bottom() <= part.bottom) return painter.drawPath(area);
    QPainterPath band;
    const double top = std::max(part.top, bounds.top() - 1),
                 bottom = std::min(part.bottom, bounds.bottom() + 1);
    if (top >= bottom) return;
    band.addRect(QRectF(bounds.left() - 1, top, bounds.width() + 2, bottom - top));
    const QPen pen = painter.pen();
    painter.setPen(Qt::NoPen);
    painter.drawPath(area.intersected(band));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (const QPainterPath edge = pathWithin(area, part); !edge.isEmpty()) painter.drawPath(edge);
}

void edgesOnPaper(QPainter& painter, const GraphScene& scene, const std::vector<std::uint32_t>& edges,
                  const Theme& theme, const GraphPaintOptions& options) {
    for (const std::uint32_t index : edges) {
        const SceneEdge& edge = scene.edges()[index];
        if (edge.curve.isEmpty()) continue;
        const QPen pen = edgePen(edge, theme, options);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        QPainterPath path;
        for (qsizetype i = 0; i + 3 < edge.ink.size(); i += 4) {
            if (path.currentPosition() != edge.ink[i] || i == 0) path.moveTo(edge.ink[i]);
            path.cubicTo(edge.ink[i + 1], edge.ink[i + 2], edge.ink[i + 3]);
        }
        if (options.part) path = pathWithin(path, *options.part);
        if (!path.isEmpty()) painter.drawPath(path);
        const QPolygonF head = arrowHead(edge);
        if (options.part && !options.part->holds(head.boundingRect())) continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        painter.drawPolygon(head);
    }
}

bool isSolid(HullSpec::Style style) {
    return style == HullSpec::Style::Fused || style == HullSpec::Style::Opened;
}

} // namespace

double edgeWidth(double zoom) { return std::max(1.0, 0.8 / zoom); }

QColor edgeColour(const SceneEdge& edge, const Theme& theme, const GraphPaintOptions& options) {
    const QColor colour = edge.back ? theme.bad : mixed(theme.muted, theme.background, 0.62);
    const bool quiet = !options.dimmed.empty() || !options.changes.empty();
    return quiet ? mixed(colour, theme.background, 0.5) : colour;
}

QPen edgePen(const SceneEdge& edge, const Theme& theme, const GraphPaintOptions& options) {
    const double width = edgeWidth(options.zoom);
    return {edgeColour(edge, theme, options), edge.back ? 1.5 * width : width,
            edge.back ? Qt::DashLine : Qt::SolidLine};
}

QPolygonF arrowHead(const SceneEdge& edge) {
    const QPointF way = edge.tip - edge.heel, side(-way.y(), way.x());
    const QPointF foot = edge.tip - way * ArrowLength;
    return QPolygonF({edge.tip, foot + side * ArrowHalf, foot - side * ArrowHalf});
}

QColor hullColour(HullSpec::Style style, const Theme& theme, const GraphPaintOptions& options) {
    switch (style) {
    case HullSpec::Style::Refused:
        return theme.warn;
    case HullSpec::Style::Possible:
        return theme.accent;
    case HullSpec::Style::Module:
        return theme.muted;
    case HullSpec::Style::Fused:
    case HullSpec::Style::Opened:
        break;
    }
    return options.warmGroups ? theme.after : theme.before;
}

QPen hullPen(HullSpec::Style style, const Theme& theme, const GraphPaintOptions& options) {
    const bool module = style == HullSpec::Style::Module;
    return {mixed(hullColour(style, theme, options), theme.background, module ? 0.4 : 0.8),
            std::max(module ? 1.0 : 2.0, 1 / options.zoom),
            isSolid(style) || module            ? Qt::SolidLine
            : style == HullSpec::Style::Refused ? Qt::DashLine
                                                : Qt::DotLine};
}

void paintHulls(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const std::uint32_t index : scene.hullsIn(exposed)) {
        const SceneHull& hull = scene.hulls()[index];
        const HullSpec::Style style = hull.spec.style;
        QColor fill = hullColour(style, theme, options);
        fill.setAlphaF(style == HullSpec::Style::Module ? 0.04f : isSolid(style) ? 0.12f : 0.05f);
        painter.setBrush(fill);
        painter.setPen(hullPen(style, theme, options));
        if (options.part)
            paintPathWithin(painter, hull.path, *options.part);
        else
            painter.drawPath(hull.path);
    }
}

void paintHullTags(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                   const GraphPaintOptions& options, CardInk& ink) {
    if (scene.hulls().empty()) return;
    painter.setFont(ink.small.font());
    for (const std::uint32_t index : scene.hullsIn(exposed)) {
        const SceneHull& hull = scene.hulls()[index];
        if (hull.tag.isEmpty() || (options.part && !options.part->holds(hull.tagRect))) continue;
        const QColor colour = hullColour(hull.spec.style, theme, options);
        painter.setPen(QPen(mixed(colour, theme.background, 0.8), 1));
        painter.setBrush(mixed(colour, theme.surface, 0.1));
        painter.drawRoundedRect(hull.tagRect, 4, 4);
        painter.setPen(theme.text);
        ink.small.drawCentred(painter, hull.tagRect, hull.tag);
    }
}

void paintEdgeTexts(QPainter& painter, const GraphScene& scene, const std::vector<std::uint32_t>& edges,
                    const Theme& theme, const GraphPaintOptions& options, CardInk& ink) {
    painter.setFont(ink.small.font());
    QColor ground = theme.background;
    ground.setAlphaF(0.8f);
    const auto isDrawn = [&options](const QRectF& rect) { return !options.part || options.part->holds(rect); };
    const auto tag = [&](const QRectF& rect, const QString& text) {
        if (!isDrawn(rect)) return;
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
        painter.setPen(theme.text);
        ink.small.drawCentred(painter, rect, text);
    };
    for (const std::uint32_t index : edges) {
        const SceneEdge& edge = scene.edges()[index];
        if (edge.portal) {
            if (!edge.label.isEmpty()) tag(edge.labelRect, edge.label);
            tag(edge.farRect, edge.farLabel);
        } else if (!edge.label.isEmpty() && options.zoom > LabelDetail && isDrawn(edge.labelRect)) {
            painter.fillRect(edge.labelRect, ground);
            painter.setPen(theme.muted);
            ink.small.drawCentred(painter, edge.labelRect, edge.label);
        }
    }
}

QString boxText(const GraphScene& scene, const SceneBox& box) {
    if (box.kind != SceneBox::Kind::Node) return valueToolTip(scene.graph().value(box.value));
    if (box.module.valid())
        return moduleToolTip(*scene.options().folding.modules, box.module, box.nodes.size(), box.facts);
    const ir::Graph& graph = box.member.valid() ? *scene.graph().node(box.node).body : scene.graph();
    return nodeToolTip(graph, *scene.nodeOf(box), box.facts);
}

void paintGraph(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options) {
    if (!scene.placed()) return;
    const CardFonts fonts = cardFonts();
    CardInk ink(fonts.bold, fonts.small, false);
    const std::vector<NodeLook> looks =
        looksOf(scene, theme, options.colouring.get(), options.dimmed, options.changes);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintHulls(painter, scene, exposed, theme, options);
    const std::vector<std::uint32_t> edges = scene.edgesIn(exposed);
    edgesOnPaper(painter, scene, edges, theme, options);
    paintHullTags(painter, scene, exposed, theme, options, ink);
    paintEdgeTexts(painter, scene, edges, theme, options, ink);
    std::vector<CardPainter::Card> cards;
    for (const std::uint32_t box :
         scene.boxesIn(exposed.adjusted(-MarkReach, -MarkReach, MarkReach, MarkReach))) {
        const QRectF& rect = scene.boxes()[box].rect;
        if (!options.part || options.part->holds(rect))
            cards.push_back({&scene.boxes()[box], &looks[box], rect, 1});
    }
    CardPainter card(painter, theme, options, ink);
    card.draw(cards);
    if (!options.badges.empty()) card.badges(cards);
    for (const CardPainter::Card& each : cards)
        titleMark(painter, each.rect, [&] { return boxText(scene, *each.box); });
    painter.restore();
}

} // namespace edgewright::views
