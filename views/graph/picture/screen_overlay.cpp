// SPDX-License-Identifier: GPL-3.0-or-later
// What follows the pointer and the selection, over the picture.
#include "views/graph/picture/screen_painter.h"

#include <QVector>

#include <algorithm>
#include <set>

namespace edgewright::views {

namespace {

constexpr std::size_t MaxTraced = 400;   // nodes whose edges are traced
constexpr std::size_t MaxOutlined = 400; // from far away; more are filled, which costs a tenth
constexpr double MinFill = 3;            // screen pixels

} // namespace

void ScreenPainter::overlay(QPainter& painter, const ScreenView& view) const {
    const GraphPaintOptions& o = m_options;
    if (o.highlighted.empty() && o.chosen.empty() && !o.value.valid() && !o.hovered) return;
    const QRectF exposed = view.exposed();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    scaled(painter, view);
    painter.setBrush(Qt::NoBrush);

    const auto outline = [&](const QRectF& rect, double radius, const QColor& colour, double width,
                             const QBrush& brush = Qt::NoBrush, Qt::PenStyle style = Qt::SolidLine) {
        if (!rect.intersects(exposed)) return;
        const double thick = std::max(width, width / view.zoom), grow = thick / 2 + 1;
        painter.setBrush(brush);
        painter.setPen(QPen(colour, thick, style));
        painter.drawRoundedRect(rect.adjusted(-grow, -grow, grow, grow), radius + grow, radius + grow);
    };
    const auto trace = [&](const SceneEdge& edge, const QColor& colour, double width) {
        if (edge.curve.isEmpty() || !edge.bounds.intersects(exposed)) return;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, width, edge.back ? Qt::DashLine : Qt::SolidLine));
        painter.drawPath(edge.path);
        if (view.zoom < SomeDetail) return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(arrowHead(edge));
    };

    std::vector<bool> marked(m_scene.boxes().size(), false);
    const bool traced = !o.value.valid() && !o.highlighted.empty() && o.highlighted.size() <= MaxTraced;
    if (traced)
        for (std::uint32_t i = 0; i < m_scene.boxes().size(); ++i)
            marked[i] = m_scene.boxes()[i].kind == SceneBox::Kind::Node && !m_scene.boxes()[i].module.valid() &&
                        o.highlighted.count(m_scene.boxes()[i].node) != 0;
    if (traced)
        for (const NodeId node : o.highlighted)
            if (const auto box = m_scene.boxOf(node); box && m_scene.boxes()[*box].module.valid())
                marked[*box] = true;
    std::vector<std::uint32_t> terminals;
    if (o.value.valid())
        if (const auto source = m_scene.sourceOf(o.value);
            source && m_scene.boxes()[*source].kind != SceneBox::Kind::Node)
            terminals.push_back(*source);
    for (const SceneEdge& edge : m_scene.edges()) {
        if (o.value.valid() &&
            (edge.value == o.value || std::ranges::find(edge.others, o.value) != edge.others.end())) {
            trace(edge, m_theme.accent, std::max(2.0, 2 / view.zoom));
            if (m_scene.boxes()[edge.to].kind == SceneBox::Kind::Output) terminals.push_back(edge.to);
        } else if (traced && (marked[edge.from] || marked[edge.to])) {
            trace(edge, edge.back ? m_theme.bad : m_theme.text, edgeWidth(view.zoom) * 1.4);
        }
    }

    QColor veil = m_theme.accent;
    veil.setAlphaF(0.18f);
    for (const NodeId node : o.chosen)
        if (const auto rect = m_scene.rectOf(node)) outline(*rect, 4, m_theme.accent, 1.5, veil, Qt::DashLine);
    const bool filled = o.highlighted.size() > MaxOutlined && view.zoom < SomeDetail;
    if (filled) {
        const double least = MinFill / view.zoom;
        QVector<QRectF> rects;
        for (const NodeId node : o.highlighted)
            if (const auto rect = m_scene.rectOf(node); rect && rect->intersects(exposed)) {
                QRectF seen(QPointF(), rect->size().expandedTo(QSizeF(least, least)));
                seen.moveCenter(rect->center());
                rects.push_back(seen);
            }
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.accent);
        painter.drawRects(rects);
        painter.setRenderHint(QPainter::Antialiasing, true);
    }
    std::set<std::uint32_t> outlined; // modules: once for all of their nodes
    for (const NodeId node : filled ? std::set<NodeId>{o.current} : o.highlighted) {
        const auto box = m_scene.boxOf(node);
        if (!box || (m_scene.boxes()[*box].module.valid() && !outlined.insert(*box).second)) continue;
        if (const auto rect = m_scene.rectOf(node))
            outline(*rect, 4, m_theme.accent, node == o.current && o.highlighted.size() > 1 ? 3 : 2);
    }
    for (const std::uint32_t box : terminals)
        outline(m_scene.boxes()[box].rect, cornerRadius(m_scene.boxes()[box]), m_theme.accent, 2);
    if (o.hovered && *o.hovered < m_scene.boxes().size()) {
        const SceneBox& box = m_scene.boxes()[*o.hovered];
        if (box.kind != SceneBox::Kind::Node || o.highlighted.count(box.node) == 0)
            outline(box.rect, cornerRadius(box), m_theme.hover, 2);
    }
    painter.restore();
}

} // namespace edgewright::views
