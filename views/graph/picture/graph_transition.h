// SPDX-License-Identifier: GPL-3.0-or-later
// The way from one picture to another: boxes that stand for the same nodes move into each other, edges follow
// their boxes, what has no partner fades.
#pragma once

#include "views/graph/picture/scene/graph_scene.h"

#include <memory>
#include <vector>

namespace edgewright::views {

class GraphTransition {
public:
    struct Mover {
        std::uint32_t box = 0; // in the scene that it is drawn from
        bool old = false;      // of the old scene
        QRectF from, to;
        double fadeFrom = 1, fadeTo = 1; // opacity
    };
    struct Edge {
        std::uint32_t edge = 0;
        bool old = false;
        bool moves = false; // else it stays and fades
        QPolygonF from, to; // as many points; Bezier pieces where `curved`
        bool curved = false;
        double fadeFrom = 1, fadeTo = 1;
    };

    // `rects` of the old boxes, where they are drawn at this moment. Of interest is only what can be seen in
    // `seenOld` before or in `seenNew` after.
    GraphTransition(std::shared_ptr<const GraphScene> old, std::vector<QRectF> rects,
                    std::shared_ptr<const GraphScene> next, const NodePairs& pairs, const QRectF& seenOld,
                    const QRectF& seenNew);

    const GraphScene& old() const { return *m_old; }
    const std::vector<Mover>& movers() const { return m_movers; }
    const std::vector<Edge>& edges() const { return m_edges; }
    // The number of those boxes that change their place, shape or opacity.
    std::size_t moving() const { return m_moving; }
    // By box of the new scene: where it is after `share` of the way.
    std::vector<QRectF> rectsAt(double share) const;

private:
    void pairBoxes(const NodePairs& pairs);
    void pairModule(std::uint32_t box, bool old);
    void moveBoxes(const std::vector<QRectF>& rects, const QRectF& seenOld, const QRectF& seenNew);
    void moveEdges(const std::vector<QRectF>& rects, const QRectF& seenOld, const QRectF& seenNew);
    void connect(std::uint32_t from, std::uint32_t to);

    std::shared_ptr<const GraphScene> m_old, m_next;
    std::vector<std::vector<std::uint32_t>> m_heirs, m_origins; // by box of the old scene, of the next one
    std::vector<QRectF> m_starts;                               // by box of the new scene
    std::vector<Mover> m_movers;
    std::vector<Edge> m_edges;
    std::size_t m_moving = 0;
};

QRectF between(const QRectF& from, const QRectF& to, double share);

} // namespace edgewright::views
