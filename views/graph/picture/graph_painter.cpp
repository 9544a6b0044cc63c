// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/graph_painter.h"

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double ArrowLength = 7, ArrowHalf = 3.2;

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
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        painter.drawPolygon(arrowHead(edge));
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
        painter.drawPath(hull.path);
    }
}

void paintHullTags(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                   const GraphPaintOptions& options, CardInk& ink) {
    if (scene.hulls().empty()) return;
    painter.setFont(ink.small.font());
    for (const std::uint32_t index : scene.hullsIn(exposed)) {
        const SceneHull& hull = scene.hulls()[index];
        if (hull.tag.isEmpty()) continue;
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
    const auto tag = [&](const QRectF& rect, const QString& text) {
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
        } else if (!edge.label.isEmpty() && options.zoom > LabelDetail) {
            painter.fillRect(edge.labelRect, ground);
            painter.setPen(theme.muted);
            ink.small.drawCentred(painter, edge.labelRect, edge.label);
        }
    }
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
         scene.boxesIn(exposed.adjusted(-MarkReach, -MarkReach, MarkReach, MarkReach)))
        cards.push_back({&scene.boxes()[box], &looks[box], scene.boxes()[box].rect, 1});
    CardPainter card(painter, theme, options, ink);
    card.draw(cards);
    if (!options.badges.empty()) card.badges(cards);
    painter.restore();
}

void paintWholeGraph(QPainter& painter, const GraphScene& scene, const QRectF& area, const Theme& theme) {
    if (!scene.placed() || scene.size().isEmpty()) return;
    constexpr double Margin = 12;
    const double width = scene.size().width() + 2 * Margin, height = scene.size().height() + 2 * Margin;
    const double scale = std::min({area.width() / width, area.height() / height, 1.0});
    painter.save();
    painter.translate(area.center());
    painter.scale(scale, scale);
    painter.translate(-scene.size().width() / 2, -scene.size().height() / 2);
    paintGraph(painter, scene, QRectF(QPointF(), scene.size()).adjusted(-Margin, -Margin, Margin, Margin),
               theme, {});
    painter.restore();
}

} // namespace edgewright::views
