// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include "core/layout/layers.h"

#include <algorithm>
#include <cmath>

namespace edgewright::layout {

namespace {

constexpr double RowGap = 34;      // pixels between the boxes of two rows
constexpr double WidestExtra = 46; // more of it where edges run far sideways
constexpr double LaneGap = 8, LoopSize = 14;

struct Row {
    double top = 0, bottom = 0;
};

std::vector<Row> placeRows(const Request& request, const Layers& layers) {
    std::vector<Row> rows(layers.rows.size());
    double y = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        double height = 0, furthest = 0;
        for (const std::uint32_t element : layers.rows[r]) {
            if (!layers.dummy(element)) height = std::max(height, request.boxes[element].height);
            for (const std::uint32_t below : layers.down[element])
                furthest = std::max(furthest, std::abs(layers.x[below] - layers.x[element]));
        }
        rows[r] = {y, y + height};
        y += height + RowGap + std::min(WidestExtra, furthest * 0.06);
    }
    return rows;
}

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
    Router(const Request& request, const Layers& layers, const std::vector<Row>& rows, Layout& layout)
        : m_request(request), m_layers(layers), m_rows(rows), m_layout(layout) {
        for (std::uint32_t box = 0; box < layers.boxes; ++box)
            m_right = std::max(m_right, layers.x[box] + layers.width[box] / 2);
        m_lane.assign(layers.boxes, 0);
        double lanes = 0;
        for (std::uint32_t box = 0; box < layers.boxes; ++box)
            if (layers.detour[box]) m_lane[box] = m_right + LaneGap * (2 + std::fmod(lanes++, 24.0));
    }

    std::vector<Point> route(const DownEdge& edge) const {
        std::vector<Point> points = edge.loop ? loop(edge.from) : path(edge);
        if (edge.reversed) std::reverse(points.begin(), points.end());
        return points;
    }

private:
    double half(std::uint32_t box) const { return m_request.boxes[box].height / 2; }
    Point bottom(std::uint32_t box) const {
        return {m_layout.centres[box].x, m_layout.centres[box].y + half(box)};
    }
    Point top(std::uint32_t box) const {
        return {m_layout.centres[box].x, m_layout.centres[box].y - half(box)};
    }

    std::vector<Point> loop(std::uint32_t box) const {
        const Point centre = m_layout.centres[box];
        const double right = centre.x + m_request.boxes[box].width / 2, reach = half(box) / 2;
        return {{right, centre.y + reach},
                {right + LoopSize, centre.y + reach},
                {right + LoopSize, centre.y - reach},
                {right, centre.y - reach}};
    }

    std::vector<Point> path(const DownEdge& edge) const {
        const std::uint32_t first = m_layers.rank[edge.from], last = m_layers.rank[edge.to];
        Path result(bottom(edge.from));
        result.vertical(m_rows[first].bottom);
        if (last > first + 1 && m_layers.detour[edge.from]) {
            const double lane = m_lane[edge.from];
            const Point end = top(edge.to);
            result.curve({lane, m_rows[first + 1].top});
            result.vertical(m_rows[last - 1].bottom);
            result.curve({end.x, m_rows[last].top});
            result.vertical(end.y);
            return result.take();
        }
        for (std::uint32_t row = first + 1; row < last; ++row) {
            result.curve({m_layers.x[m_layers.trunk[edge.from] + (row - first - 1)], m_rows[row].top});
            result.vertical(m_rows[row].bottom);
        }
        const Point end = top(edge.to);
        result.curve({end.x, m_rows[last].top});
        result.vertical(end.y);
        return result.take();
    }

    const Request& m_request;
    const Layers& m_layers;
    const std::vector<Row>& m_rows;
    Layout& m_layout;
    double m_right = 0;
    std::vector<double> m_lane; // by box: x of its way round
};

// Moves everything so that the picture starts at (0, 0), and measures it.
void normalise(const Request& request, Layout& layout) {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool first = true;
    const auto cover = [&](double x0, double y0, double x1, double y1) {
        left = first ? x0 : std::min(left, x0);
        top = first ? y0 : std::min(top, y0);
        right = first ? x1 : std::max(right, x1);
        bottom = first ? y1 : std::max(bottom, y1);
        first = false;
    };
    for (std::size_t i = 0; i < layout.centres.size(); ++i) {
        const Point& c = layout.centres[i];
        const double w = request.boxes[i].width / 2, h = request.boxes[i].height / 2;
        cover(c.x - w, c.y - h, c.x + w, c.y + h);
    }
    for (const auto& edge : layout.edges)
        for (const Point& p : edge)
            cover(p.x, p.y, p.x, p.y);
    const auto move = [&](Point& p) {
        p.x -= left;
        p.y -= top;
    };
    for (Point& centre : layout.centres)
        move(centre);
    for (auto& edge : layout.edges)
        for (Point& p : edge)
            move(p);
    layout.width = right - left;
    layout.height = bottom - top;
}

} // namespace

Result<Layout> layoutLayered(const Request& request, const RunContext& run) {
    const std::vector<DownEdge> edges = openCycles(request);
    Layers layers = makeLayers(request, edges, rankBoxes(request.boxes.size(), edges));
    if (run.stopped()) return cancelled();
    orderLayers(layers, run);
    if (run.stopped()) return cancelled();
    placeLayers(layers, run);
    if (run.stopped()) return cancelled();

    Layout layout;
    layout.engine = "layered";
    const std::vector<Row> rows = placeRows(request, layers);
    layout.centres.resize(layers.boxes);
    for (std::uint32_t box = 0; box < layers.boxes; ++box) {
        const Row& row = rows[layers.rank[box]];
        layout.centres[box] = {layers.x[box], (row.top + row.bottom) / 2};
    }
    const Router router(request, layers, rows, layout);
    layout.edges.reserve(edges.size());
    for (const DownEdge& edge : edges) {
        if (run.stopped()) return cancelled();
        layout.edges.push_back(router.route(edge));
    }
    normalise(request, layout);
    return layout;
}

} // namespace edgewright::layout
