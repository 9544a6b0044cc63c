// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_painter.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double Radius = 4, StripeWidth = 4, StackStep = 3, BadgeRadius = 8, ArrowLength = 7, ArrowHalf = 3.2;

// Outside the corner, clear of the category's letter.
QPointF badgeCentre(const QRectF& rect) { return rect.topRight() + QPointF(3, -3); }

QColor blend(const QColor& over, const QColor& under, double share) {
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return QColor(mix(over.red(), under.red()), mix(over.green(), under.green()),
                  mix(over.blue(), under.blue()));
}

class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                 const GraphPaintOptions& options)
        : m_painter(painter), m_scene(scene), m_exposed(exposed), m_theme(theme), m_options(options),
          m_bold(font(TextSize::Body, true)), m_small(font(TextSize::Small)),
          m_edge(blend(theme.muted, theme.background, 0.62)) {}

    void paint() {
        m_painter.save();
        hulls();
        edges();
        for (std::uint32_t i = 0; i < m_scene.boxes().size(); ++i)
            if (reach(m_scene.boxes()[i].rect).intersects(m_exposed)) box(i);
        m_painter.restore();
    }

private:
    // Marks and outlines stand out of a box.
    static QRectF reach(const QRectF& rect) { return rect.adjusted(-12, -12, 12, 12); }
    bool dimmed(const SceneBox& box) const {
        return box.kind == SceneBox::Kind::Node ? m_options.dimmed.count(box.category) != 0
                                                : !m_options.dimmed.empty();
    }
    bool marked(const SceneBox& box) const {
        return box.kind == SceneBox::Kind::Node ? m_options.highlighted.count(box.node) != 0
                                                : m_options.value.valid() && box.value == m_options.value;
    }
    QColor faded(const QColor& colour, const SceneBox& box) const {
        return dimmed(box) ? blend(colour, m_theme.background, 0.3) : colour;
    }

    void hulls() {
        QColor fill = m_theme.after, line = m_theme.after;
        fill.setAlphaF(0.12f);
        line.setAlphaF(0.55f);
        for (const SceneHull& hull : m_scene.hulls()) {
            if (!hull.bounds.intersects(m_exposed)) continue;
            m_painter.setBrush(fill);
            m_painter.setPen(m_options.zoom < SomeDetail ? QPen(Qt::NoPen) : QPen(line, 1));
            m_painter.drawPath(hull.path);
        }
    }

    void edges() {
        m_painter.setBrush(Qt::NoBrush);
        std::vector<const SceneEdge*> strong;
        const bool flat = m_options.zoom < SomeDetail;
        const double width = std::max(1.0, 0.8 / m_options.zoom);
        for (const SceneEdge& edge : m_scene.edges()) {
            if (!edge.bounds.intersects(m_exposed)) continue;
            if (m_options.value.valid() && edge.value == m_options.value) {
                strong.push_back(&edge);
                continue;
            }
            const bool near = isNear(edge);
            const QColor colour = near                       ? m_theme.text
                                  : m_options.dimmed.empty() ? m_edge
                                                             : blend(m_edge, m_theme.background, 0.5);
            m_painter.setPen(QPen(colour, near ? width * 1.4 : width));
            if (flat)
                m_painter.drawPolyline(edge.points);
            else
                curve(edge, colour);
        }
        for (const SceneEdge* edge : strong) {
            m_painter.setPen(QPen(m_theme.accent, std::max(2.0, 2 / m_options.zoom)));
            curve(*edge, m_theme.accent);
        }
    }
    // Edges of a highlighted node are traced.
    bool isNear(const SceneEdge& edge) const {
        if (m_options.highlighted.empty() || m_options.value.valid()) return false;
        return marked(m_scene.boxes()[edge.from]) || marked(m_scene.boxes()[edge.to]);
    }
    void curve(const SceneEdge& edge, const QColor& colour) {
        m_painter.drawPath(edge.path);
        if (m_options.zoom < 0.35) return;
        const QPointF way = edge.tip - edge.back, side(-way.y(), way.x());
        const QPointF foot = edge.tip - way * ArrowLength;
        const QPolygonF head({edge.tip, foot + side * ArrowHalf, foot - side * ArrowHalf});
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(head);
        m_painter.setBrush(Qt::NoBrush);
        if (m_options.zoom > LabelDetail && !edge.label.isEmpty()) {
            QColor ground = m_theme.background;
            ground.setAlphaF(0.8f);
            m_painter.fillRect(edge.labelRect, ground);
            m_painter.setPen(m_theme.muted);
            m_painter.setFont(m_small);
            m_painter.drawText(edge.labelRect, Qt::AlignCenter, edge.label);
        }
    }

    void box(std::uint32_t index) {
        const SceneBox& box = m_scene.boxes()[index];
        if (m_options.zoom < SomeDetail)
            flat(box);
        else if (box.kind == SceneBox::Kind::Node)
            node(box);
        else
            terminal(box);
        if (marked(box))
            outline(box, m_theme.accent, 2);
        else if (m_options.hovered == index)
            outline(box, m_theme.hover, 2);
        if (box.kind == SceneBox::Kind::Node && m_options.zoom >= SomeDetail &&
            m_options.refusals.count(box.node) != 0)
            badge(box);
    }

    void flat(const SceneBox& box) {
        const QColor colour = box.kind == SceneBox::Kind::Node
                                  ? blend(m_theme.category(box.category), m_theme.surface, 0.7)
                                  : m_theme.muted;
        m_painter.fillRect(box.rect, faded(colour, box));
    }

    void terminal(const SceneBox& box) {
        const double radius = std::min(box.rect.height() / 2, 14.0);
        m_painter.setPen(QPen(faded(m_theme.muted, box), 1));
        m_painter.setBrush(m_theme.raised);
        m_painter.drawRoundedRect(box.rect, radius, radius);
        if (m_options.zoom >= FullDetail) texts(box);
    }

    void node(const SceneBox& box) {
        const QColor colour = faded(m_theme.category(box.category), box);
        const bool warm = box.fused && m_options.warmGroups;
        const QColor line = faded(warm ? m_theme.after : m_theme.line, box);
        if (warm) { // the edges of the cards underneath
            m_painter.setBrush(m_theme.surface);
            m_painter.setPen(QPen(line, 1));
            for (const double step : {2 * StackStep, StackStep})
                m_painter.drawRoundedRect(box.rect.translated(step, step), Radius, Radius);
        }
        m_painter.setBrush(m_theme.surface);
        m_painter.setPen(Qt::NoPen);
        m_painter.drawRoundedRect(box.rect, Radius, Radius);
        // The stripe follows the rounded corners without clipping, which SVG export does not know.
        QPainterPath stripe;
        const QRectF r = box.rect;
        stripe.moveTo(r.left() + StripeWidth, r.top());
        stripe.arcTo(QRectF(r.left(), r.top(), 2 * Radius, 2 * Radius), 90, 90);
        stripe.arcTo(QRectF(r.left(), r.bottom() - 2 * Radius, 2 * Radius, 2 * Radius), 180, 90);
        stripe.closeSubpath();
        m_painter.fillPath(stripe, colour);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(line, warm ? 1.4 : 1));
        m_painter.drawRoundedRect(box.rect, Radius, Radius);
        if (m_options.zoom < FullDetail) return;
        texts(box);
        m_painter.setFont(m_small);
        m_painter.setPen(colour);
        m_painter.drawText(QRectF(r.right() - 18, r.top() + 4, 12, 14), Qt::AlignRight | Qt::AlignTop,
                           QString(QLatin1Char(categoryLetter(box.category))));
        chips(box);
    }

    void texts(const SceneBox& box) {
        const QPointF origin = box.rect.topLeft();
        m_painter.setFont(m_bold);
        m_painter.setPen(faded(m_theme.text, box));
        m_painter.drawText(origin + box.card.titleAt, box.card.title);
        if (box.card.subtitle.isEmpty()) return;
        m_painter.setFont(m_small);
        m_painter.setPen(faded(m_theme.muted, box));
        m_painter.drawText(origin + box.card.subtitleAt, box.card.subtitle);
    }

    void chips(const SceneBox& box) {
        m_painter.setFont(m_small);
        for (const Chip& chip : box.card.chips) {
            const QRectF rect = chip.rect.translated(box.rect.topLeft());
            const bool members = chip.kind == Chip::Kind::Members;
            m_painter.setPen(chip.kind == Chip::Kind::Weight ? QPen(faded(m_theme.line, box), 1)
                                                             : QPen(Qt::NoPen));
            m_painter.setBrush(
                chip.kind == Chip::Kind::Weight
                    ? QBrush(Qt::NoBrush)
                    : QBrush(members ? blend(m_theme.after, m_theme.surface, 0.16) : m_theme.raised));
            m_painter.drawRoundedRect(rect, 3, 3);
            m_painter.setPen(faded(m_theme.text, box));
            m_painter.drawText(rect, Qt::AlignCenter, chip.text);
        }
    }

    void outline(const SceneBox& box, const QColor& colour, double width) {
        const double thick = std::max(width, width / m_options.zoom), grow = thick / 2 + 1;
        const double radius =
            box.kind == SceneBox::Kind::Node ? Radius + grow : std::min(box.rect.height() / 2, 14.0) + grow;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(colour, thick));
        m_painter.drawRoundedRect(box.rect.adjusted(-grow, -grow, grow, grow), radius, radius);
    }

    void badge(const SceneBox& box) {
        const QPointF centre = badgeCentre(box.rect);
        m_painter.setPen(QPen(m_theme.background, 1.5));
        m_painter.setBrush(faded(m_theme.warn, box));
        m_painter.drawEllipse(centre, BadgeRadius, BadgeRadius);
        m_painter.setPen(m_theme.dark ? QColor(Qt::black) : QColor(Qt::white));
        m_painter.setFont(m_bold);
        m_painter.drawText(
            QRectF(centre.x() - BadgeRadius, centre.y() - BadgeRadius, 2 * BadgeRadius, 2 * BadgeRadius),
            Qt::AlignCenter, QStringLiteral("!"));
    }

    QPainter& m_painter;
    const GraphScene& m_scene;
    const QRectF& m_exposed;
    const Theme& m_theme;
    const GraphPaintOptions& m_options;
    QFont m_bold, m_small;
    QColor m_edge;
};

// Distance of `at` from the segment a-b.
double distance(QPointF a, QPointF b, QPointF at) {
    const QPointF way = b - a, to = at - a;
    const double square = QPointF::dotProduct(way, way);
    const double t = square > 0 ? std::clamp(QPointF::dotProduct(to, way) / square, 0.0, 1.0) : 0;
    const QPointF gap = to - way * t;
    return std::hypot(gap.x(), gap.y());
}

} // namespace

void paintGraph(QPainter& painter, const GraphScene& scene, const QRectF& exposed, const Theme& theme,
                const GraphPaintOptions& options) {
    if (scene.placed()) GraphPainter(painter, scene, exposed, theme, options).paint();
}

GraphHit hitTest(const GraphScene& scene, QPointF at, double reach) {
    GraphHit hit;
    if (!scene.placed()) return hit;
    for (std::uint32_t i = 0; i < scene.boxes().size(); ++i) {
        const QRectF& rect = scene.boxes()[i].rect;
        const QPointF corner = at - badgeCentre(rect);
        const bool badge = std::hypot(corner.x(), corner.y()) <= BadgeRadius;
        if (!badge && !rect.contains(at)) continue;
        hit.box = i;
        hit.badge = badge;
        if (rect.contains(at)) return hit;
    }
    if (hit.box) return hit;
    double nearest = reach;
    for (std::uint32_t i = 0; i < scene.edges().size(); ++i) {
        const SceneEdge& edge = scene.edges()[i];
        if (!edge.bounds.adjusted(-reach, -reach, reach, reach).contains(at)) continue;
        const QList<QPolygonF> pieces = edge.path.toSubpathPolygons();
        for (const QPolygonF& piece : pieces)
            for (qsizetype p = 0; p + 1 < piece.size(); ++p)
                if (const double away = distance(piece[p], piece[p + 1], at); away <= nearest) {
                    nearest = away;
                    hit.edge = i;
                }
    }
    return hit;
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
