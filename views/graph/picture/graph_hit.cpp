// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under a point of the scene.
#include "views/graph/picture/graph_painter.h"

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double MaxReach = 200; // badges with a number are wide

// Distance of `at` from the segment a-b.
double distance(QPointF a, QPointF b, QPointF at) {
    const QPointF way = b - a, to = at - a;
    const double square = QPointF::dotProduct(way, way);
    const double t = square > 0 ? std::clamp(QPointF::dotProduct(to, way) / square, 0.0, 1.0) : 0;
    const QPointF gap = to - way * t;
    return std::hypot(gap.x(), gap.y());
}

// The box whose badge or handle, else whose body is there.
void hitBoxes(const GraphScene& scene, QPointF at, const Badges& badges, double zoom, GraphHit& hit) {
    const QRectF around(at.x() - MarkReach, at.y() - MarkReach, 2 * MarkReach + MaxReach, 2 * MarkReach);
    for (const std::uint32_t i : scene.boxesIn(around)) {
        const SceneBox& box = scene.boxes()[i];
        if (box.kind == SceneBox::Kind::Node && !box.member.valid()) {
            if (const auto found = badges.find(box.node); found != badges.end() && !box.module.valid()) {
                const std::vector<QRectF> rects = badgeRects(box.rect, found->second, zoom);
                for (std::size_t b = 0; b < rects.size(); ++b)
                    if (rects[b].contains(at)) {
                        hit.box = i;
                        hit.badge = b;
                        return;
                    }
            }
            if (hasHandle(box) && handleRect(box.rect).contains(at)) {
                hit.box = i;
                hit.handle = true;
                return;
            }
        }
        if (box.rect.contains(at)) hit.box = i;
    }
}

void hitEdges(const GraphScene& scene, QPointF at, double reach, GraphHit& hit) {
    const std::vector<std::uint32_t> near =
        scene.edgesIn(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach));
    for (const std::uint32_t i : near) {
        const SceneEdge& edge = scene.edges()[i];
        if (!edge.portal) continue;
        hit.tag = !edge.label.isEmpty() && edge.labelRect.contains(at);
        hit.farTag = edge.farRect.contains(at);
        if (hit.tag || hit.farTag) {
            hit.edge = i;
            return;
        }
    }
    double nearest = reach;
    for (const std::uint32_t i : near) {
        const QList<QPolygonF> pieces = scene.edges()[i].path.toSubpathPolygons();
        for (const QPolygonF& piece : pieces)
            for (qsizetype p = 0; p + 1 < piece.size(); ++p)
                if (const double away = distance(piece[p], piece[p + 1], at); away <= nearest) {
                    nearest = away;
                    hit.edge = i;
                }
    }
}

} // namespace

GraphHit hitTest(const GraphScene& scene, QPointF at, double reach, const Badges& badges, double zoom) {
    GraphHit hit;
    if (!scene.placed()) return hit;
    hitBoxes(scene, at, badges, zoom, hit);
    if (hit.box) return hit;
    const std::vector<std::uint32_t> hulls = scene.hullsIn(QRectF(at, QSizeF(0, 0)));
    for (const std::uint32_t i : hulls)
        if (!scene.hulls()[i].tag.isEmpty() && scene.hulls()[i].tagRect.contains(at)) {
            hit.hull = i;
            hit.hullTag = true;
            return hit;
        }
    hitEdges(scene, at, reach, hit);
    if (hit.edge) return hit;
    for (const std::uint32_t i : hulls)
        if (scene.hulls()[i].path.contains(at)) hit.hull = i;
    return hit;
}

} // namespace edgewright::views
