// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/screen_painter.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HeadDetail = 0.35, BendDetail = 0.1, PlainHulls = 0.1, MinLength = 0.6;
constexpr double Dash = 5, MinBox = 4, FarStripe = 4; // widget pixels

// Draws curves in device pixels.
class Pen {
public:
    Pen(CoarseRaster& raster, const ScreenView& view) : m_raster(raster), m_view(view) {}

    // Pieces of four points; `stride` 3 where each begins with the last point of the one before.
    void pieces(const QPolygonF& curve, qsizetype stride, QRgb colour, double width, double opacity,
                double dash) const {
        for (qsizetype i = 0; i + 3 < curve.size(); i += stride) {
            const QPointF a = m_view.toDevice(curve[i]), d = m_view.toDevice(curve[i + 3]);
            const bool straight = curve[i].x() == curve[i + 1].x() && curve[i].x() == curve[i + 2].x() &&
                                  curve[i].x() == curve[i + 3].x();
            const double length = std::abs(a.x() - d.x()) + std::abs(a.y() - d.y());
            if (straight || m_view.zoom < BendDetail || length < 4) {
                m_raster.line(a, d, colour, width, opacity, dash);
                continue;
            }
            const QPointF b = m_view.toDevice(curve[i + 1]), c = m_view.toDevice(curve[i + 2]);
            const int steps = std::clamp(static_cast<int>(length / 5), 4, 24);
            QPointF from = a;
            for (int s = 1; s <= steps; ++s) {
                const double t = static_cast<double>(s) / steps, u = 1 - t;
                const QPointF to = u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
                m_raster.line(from, to, colour, width, opacity, dash > 0 && s % 2 == 0 ? dash : 0);
                from = to;
            }
        }
    }
    void polyline(const QPolygonF& points, QRgb colour, double width, double opacity) const {
        for (qsizetype i = 0; i + 1 < points.size(); ++i)
            m_raster.line(m_view.toDevice(points[i]), m_view.toDevice(points[i + 1]), colour, width, opacity);
    }
    // Heads point down or up but for rare slanted ends, which they follow.
    void head(QPointF tip, QPointF heel, QRgb colour, double opacity) const {
        constexpr double Length = 7, Half = 3.2;
        const double scale = m_view.zoom * m_view.ratio, length = Length * scale;
        const QPointF way = tip - heel, at = m_view.toDevice(tip);
        const int steps = std::max(2, static_cast<int>(std::ceil(length)));
        for (int s = 0; s < steps; ++s) {
            const double f0 = static_cast<double>(s) / steps, f1 = static_cast<double>(s + 1) / steps;
            m_raster.line(at - way * (length * f0), at - way * (length * f1), colour, Half * scale * (f0 + f1),
                          opacity);
        }
    }

private:
    CoarseRaster& m_raster;
    const ScreenView& m_view;
};

QPolygonF between(const QPolygonF& from, const QPolygonF& to, double share) {
    QPolygonF points;
    points.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i)
        points << from[i] + (to[i] - from[i]) * share;
    return points;
}

constexpr QSizeF MinMark(3, 1);        // on the map
constexpr std::size_t MaxFading = 300; // hulls

} // namespace

void ScreenPainter::scaled(QPainter& painter, const ScreenView& view) const {
    painter.scale(view.zoom, view.zoom);
    painter.translate(-view.origin);
}

void ScreenPainter::ground(QImage& image, const ScreenView& view) const {
    image.setDevicePixelRatio(view.ratio);
    image.fill(m_theme.background);
}

void ScreenPainter::hulls(QImage& image, CoarseRaster& raster, const ScreenView& view) const {
    if (m_scene.hulls().empty()) return;
    if (view.zoom >= PlainHulls) {
        QPainter painter(&image);
        scaled(painter, view);
        paintHulls(painter, m_scene, view.exposed(), m_theme, m_options);
        return;
    }
    for (const std::uint32_t index : m_scene.hullsIn(view.exposed())) {
        const SceneHull& hull = m_scene.hulls()[index];
        raster.rect(view.toDevice(hull.bounds), hullColour(hull.spec.style, m_theme, m_options).rgb(), 0.2);
    }
}

void ScreenPainter::edges(CoarseRaster& raster, const ScreenView& view,
                          const std::vector<std::uint32_t>& edges) const {
    const Pen pen(raster, view);
    const SceneEdge plain, backwards = [] {
        SceneEdge edge;
        edge.back = true;
        return edge;
    }();
    const QRgb colour = edgeColour(plain, m_theme, m_options).rgb(),
               back = edgeColour(backwards, m_theme, m_options).rgb();
    const double width = std::max(view.ratio, view.zoom * view.ratio), scale = view.zoom * view.ratio;
    for (const std::uint32_t index : edges) {
        const SceneEdge& edge = m_scene.edges()[index];
        if (edge.curve.size() < 4 ||
            (edge.bounds.width() * scale < MinLength && edge.bounds.height() * scale < MinLength))
            continue;
        const QRgb ink = edge.back ? back : colour;
        const double dash = edge.back ? Dash * view.ratio : 0;
        pen.pieces(edge.ink, 4, ink, edge.back ? 1.5 * width : width, 1, dash);
        if (view.zoom >= HeadDetail) pen.head(edge.tip, edge.heel, ink, 1);
    }
}

void ScreenPainter::box(CoarseRaster& raster, const ScreenView& view, const SceneBox& box, const NodeLook& look,
                        const QRectF& rect, double opacity) const {
    QRectF r = view.toDevice(rect);
    // A column of thousands must not shrink to a hair.
    if (const double missing = MinBox * view.ratio - r.width(); missing > 0)
        r.adjust(-missing / 2, 0, missing / 2, 0);
    if (view.zoom < SomeDetail || look.level < 1) {
        raster.rect(r, look.flat, opacity);
        return;
    }
    r = QRectF(std::round(r.left()), std::round(r.top()), std::round(r.width()), std::round(r.height()));
    const bool node = box.kind == SceneBox::Kind::Node;
    const bool group = box.fused && m_options.warmGroups;
    const QColor line = group ? m_theme.after : node ? m_theme.line : m_theme.muted;
    const QColor rim = look.dimmed ? mixed(line, m_theme.background, 0.3) : line;
    if (group || box.module.valid())
        raster.frame(r.translated(2 * view.ratio, 2 * view.ratio), rim.rgb(), view.ratio, opacity);
    const auto change = node && !box.member.valid() && !box.module.valid() ? m_options.changes.find(box.node)
                                                                           : m_options.changes.end();
    const bool changed = change != m_options.changes.end();
    raster.rect(r,
                changed ? mixed(QColor(look.flat), m_theme.surface, 0.3).rgb()
                : node  ? m_theme.surface.rgb()
                        : m_theme.raised.rgb(),
                opacity);
    raster.frame(r, changed ? look.flat : rim.rgb(), (changed ? 2 : 1) * view.ratio, opacity);
    if (node && look.hasData)
        raster.rect(QRectF(r.left(), r.top(), FarStripe * view.ratio, r.height()), look.colour.rgb(), opacity);
}

void ScreenPainter::paint(QImage& image, const ScreenView& view) const {
    ground(image, view);
    CoarseRaster raster(image);
    hulls(image, raster, view);
    const QRectF exposed = view.exposed(),
                 around = exposed.adjusted(-MarkReach, -MarkReach, MarkReach, MarkReach);
    const std::vector<std::uint32_t> shown = m_scene.edgesIn(exposed), boxes = m_scene.boxesIn(around);
    edges(raster, view, shown);
    if (view.zoom < FullDetail && (view.zoom < SomeDetail || m_options.badges.empty())) {
        for (const std::uint32_t i : boxes)
            box(raster, view, m_scene.boxes()[i], m_looks[i], m_scene.boxes()[i].rect, 1);
        return;
    }
    std::vector<CardPainter::Card> cards;
    for (const std::uint32_t i : boxes)
        cards.push_back({&m_scene.boxes()[i], &m_looks[i], m_scene.boxes()[i].rect, 1});
    QPainter painter(&image);
    scaled(painter, view);
    CardPainter card(painter, m_theme, m_options, m_ink);
    if (view.zoom >= FullDetail) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        paintHullTags(painter, m_scene, exposed, m_theme, m_options, m_ink);
        paintEdgeTexts(painter, m_scene, shown, m_theme, m_options, m_ink);
        card.draw(cards);
        card.badges(cards);
    } else {
        for (const std::uint32_t i : boxes)
            box(raster, view, m_scene.boxes()[i], m_looks[i], m_scene.boxes()[i].rect, 1);
        std::erase_if(cards, [&](const CardPainter::Card& c) {
            return c.box->kind != SceneBox::Kind::Node || c.box->module.valid() ||
                   m_options.badges.count(c.box->node) == 0;
        });
        card.badges(cards);
    }
}

void ScreenPainter::moment(QImage& image, const ScreenView& view, const GraphTransition& transition,
                           const std::vector<NodeLook>& oldLooks, double share) const {
    ground(image, view);
    if (view.zoom >= PlainHulls) {
        QPainter painter(&image);
        scaled(painter, view);
        const auto fade = [&](const GraphScene& scene, double opacity) {
            if (scene.hullsIn(view.exposed()).size() > MaxFading) return;
            painter.setOpacity(opacity);
            paintHulls(painter, scene, view.exposed(), m_theme, m_options);
        };
        fade(transition.old(), 1 - share);
        fade(m_scene, share);
    }
    CoarseRaster raster(image);
    const QRectF exposed = view.exposed();
    const Pen pen(raster, view);
    const QRgb colour = edgeColour(SceneEdge(), m_theme, m_options).rgb();
    const double width = std::max(view.ratio, view.zoom * view.ratio), scale = view.zoom * view.ratio;
    for (const GraphTransition::Edge& edge : transition.edges()) {
        const double opacity = edge.fadeFrom + (edge.fadeTo - edge.fadeFrom) * share;
        if (opacity <= 0.02) continue;
        const SceneEdge& own = (edge.old ? transition.old() : m_scene).edges()[edge.edge];
        if (!edge.moves || edge.from == edge.to) {
            if (!own.bounds.intersects(exposed) ||
                (own.bounds.width() * scale < MinLength && own.bounds.height() * scale < MinLength))
                continue;
            pen.pieces(own.ink, 4, colour, width, opacity, 0);
            if (view.zoom >= HeadDetail) pen.head(own.tip, own.heel, colour, opacity);
            continue;
        }
        if (view.zoom < BendDetail) { // where it starts and where it ends
            const auto at = [&](qsizetype i) {
                return view.toDevice(edge.from[i] + (edge.to[i] - edge.from[i]) * share);
            };
            const QPointF a = at(0), b = at(edge.from.size() - 1);
            if (std::abs(a.x() - b.x()) + std::abs(a.y() - b.y()) >= MinLength)
                raster.line(a, b, colour, width, opacity);
            continue;
        }
        const QPolygonF points = between(edge.from, edge.to, share);
        if (!points.boundingRect().adjusted(-4, -4, 4, 4).intersects(exposed)) continue;
        if (edge.curved)
            pen.pieces(points, 3, colour, width, opacity, 0);
        else
            pen.polyline(points, colour, width, opacity);
        if (view.zoom >= HeadDetail && !points.isEmpty())
            pen.head(points.last(), points.last() - QPointF(0, own.tip.y() < own.heel.y() ? -1 : 1), colour,
                     opacity);
    }

    std::vector<CardPainter::Card> cards;
    for (const GraphTransition::Mover& mover : transition.movers()) {
        const double opacity = mover.fadeFrom + (mover.fadeTo - mover.fadeFrom) * share;
        const QRectF rect = views::between(mover.from, mover.to, share);
        if (opacity <= 0.02 || !rect.intersects(exposed)) continue;
        const SceneBox& own = (mover.old ? transition.old() : m_scene).boxes()[mover.box];
        const NodeLook& look = (mover.old ? oldLooks : m_looks)[mover.box];
        if (view.zoom < FullDetail)
            box(raster, view, own, look, rect, opacity);
        else
            cards.push_back({&own, &look, rect, opacity});
    }
    if (cards.empty()) return;
    QPainter painter(&image);
    scaled(painter, view);
    CardPainter(painter, m_theme, m_options, m_ink).draw(cards);
}

void ScreenPainter::map(QImage& image, double scaleX, double scaleY) const {
    image.fill(m_theme.surface);
    CoarseRaster raster(image);
    const auto at = [&](QPointF p) { return QPointF(p.x() * scaleX, p.y() * scaleY); };
    const QRgb colour = edgeColour(SceneEdge(), m_theme, m_options).rgb();
    const bool crowded = static_cast<double>(m_scene.boxes().size()) > 2.0 * (image.width() + image.height());
    for (const SceneEdge& edge : m_scene.edges()) {
        if (crowded || edge.curve.isEmpty() || edge.portal) continue;
        const QPointF a = at(edge.curve.first()), b = at(edge.curve.last());
        if (std::abs(a.x() - b.x()) + std::abs(a.y() - b.y()) >= MinLength) raster.line(a, b, colour, 1, 0.6);
    }
    for (std::size_t i = 0; i < m_scene.boxes().size(); ++i) {
        QRectF r(at(m_scene.boxes()[i].rect.topLeft()), at(m_scene.boxes()[i].rect.bottomRight()));
        const QPointF centre = r.center();
        r.setSize(r.size().expandedTo(MinMark));
        r.moveCenter(centre);
        raster.rect(r, m_looks[i].flat);
    }
}

} // namespace edgewright::views
