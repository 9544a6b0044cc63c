// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/routing.h"

#include <algorithm>
#include <cmath>

namespace edgewright::layout {

namespace {

constexpr double LoopSize = 14, PortalStub = 12; // pixels

// A path of cubic pieces; verticals in a row of straight pieces become one.
class Path {
public:
    explicit Path(Point start) : m_points{start}, m_end(start) {}

    void vertical(double y) { m_end.y = y; }
    // S-shaped, leaving and arriving vertically.
    void curve(Point end) {
        if (std::abs(end.x - m_end.x) < 0.01) return vertical(end.y);
        flush();
        const double bend = (end.y - m_end.y) / 2;
        piece({m_end.x, m_end.y + bend}, {end.x, end.y - bend}, end);
    }
    void piece(Point a, Point b, Point end) {
        flush();
        m_points.insert(m_points.end(), {a, b, end});
        m_end = end;
    }
    std::vector<Point> take() {
        flush();
        if (m_points.size() == 1) m_points.insert(m_points.end(), 3, m_points.front());
        return std::move(m_points);
    }

private:
    void flush() {
        const Point from = m_points.back();
        if (from.y == m_end.y) return;
        const double third = (m_end.y - from.y) / 3;
        m_points.insert(m_points.end(), {{from.x, from.y + third}, {from.x, m_end.y - third}, m_end});
    }

    std::vector<Point> m_points;
    Point m_end; // ahead of the last point while verticals are gathered
};

class Router {
public:
    Router(const Request& request, const Layers& layers, const Trunks& trunks, const std::vector<Row>& rows,
           const std::vector<Point>& centres)
        : m_request(request), m_layers(layers), m_trunks(trunks), m_rows(rows), m_centres(centres) {}

    std::vector<Point> route(const DownEdge& edge, std::size_t index) const {
        std::vector<Point> points = edge.loop                ? loop(edge.from)
                                    : m_layers.portal[index] ? stubs(edge)
                                                             : path(edge, m_trunks.ofEdge[index]);
        if (edge.reversed) std::reverse(points.begin(), points.end());
        return points;
    }

private:
    double half(std::uint32_t box) const { return m_request.boxes[box].height / 2; }
    Point bottom(std::uint32_t box) const { return {m_centres[box].x, m_centres[box].y + half(box)}; }
    Point top(std::uint32_t box) const { return {m_centres[box].x, m_centres[box].y - half(box)}; }

    std::vector<Point> loop(std::uint32_t box) const {
        const Point centre = m_centres[box];
        const double right = centre.x + m_request.boxes[box].width / 2, reach = half(box) / 2;
        return {{right, centre.y + reach},
                {right + LoopSize, centre.y + reach},
                {right + LoopSize, centre.y - reach},
                {right, centre.y - reach}};
    }

    // Straight down from the source and straight into the reader.
    std::vector<Point> stubs(const DownEdge& edge) const {
        const Point from = bottom(edge.from), to = top(edge.to);
        const auto stub = [](Point start, std::vector<Point>& points) {
            for (int i = 0; i <= 3; ++i)
                points.push_back({start.x, start.y + PortalStub * i / 3});
        };
        std::vector<Point> points;
        stub(from, points);
        stub({to.x, to.y - PortalStub}, points);
        return points;
    }

    std::vector<Point> path(const DownEdge& edge, std::uint32_t trunk) const {
        const std::uint32_t first = m_layers.rank[edge.from], last = m_layers.rank[edge.to];
        Path result(bottom(edge.from));
        result.vertical(m_rows[first].bottom);
        for (std::uint32_t row = first + 1; row < last; ++row) {
            result.curve({m_layers.x[m_layers.trunk[trunk] + (row - first - 1)], m_rows[row].top});
            result.vertical(m_rows[row].bottom);
        }
        const Point end = top(edge.to);
        result.curve({end.x, m_rows[last].top});
        result.vertical(end.y);
        return result.take();
    }

    const Request& m_request;
    const Layers& m_layers;
    const Trunks& m_trunks;
    const std::vector<Row>& m_rows;
    const std::vector<Point>& m_centres;
};

} // namespace

Result<void> routeEdges(const Request& request, const Layers& layers, const Trunks& trunks,
                        const std::vector<DownEdge>& edges, const std::vector<Row>& rows, Layout& layout,
                        const RunContext& run) {
    const Router router(request, layers, trunks, rows, layout.centres);
    layout.edges.reserve(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (i % 1024 == 0 && run.stopped()) return cancelled();
        layout.edges.push_back(router.route(edges[i], i));
    }
    return {};
}

} // namespace edgewright::layout
