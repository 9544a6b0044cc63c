// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/clearance.h"

#include <algorithm>
#include <cmath>

namespace edgewright::layout {

namespace {

constexpr int Samples = 8;        // on each piece of a curve
constexpr double Tolerance = 1.5; // pixels that an edge may touch a border

Point onCurve(const Point* p, double t) {
    const double s = 1 - t;
    const double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
            a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

} // namespace

std::optional<std::size_t> edgeThroughBox(const Request& request, const Layout& layout) {
    struct Span {
        double top;
        std::uint32_t box;
    };
    std::vector<Span> spans; // boxes by their upper border
    double tallest = 0;
    for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
        spans.push_back({layout.centres[box].y - request.boxes[box].height / 2, box});
        tallest = std::max(tallest, request.boxes[box].height);
    }
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.top < b.top; });
    const auto inside = [&](Point p, std::uint32_t box) {
        return std::abs(p.x - layout.centres[box].x) < request.boxes[box].width / 2 - Tolerance &&
               std::abs(p.y - layout.centres[box].y) < request.boxes[box].height / 2 - Tolerance;
    };
    for (std::size_t edge = 0; edge < layout.edges.size(); ++edge) {
        const auto& points = layout.edges[edge];
        const auto& ends = request.edges[edge];
        for (std::size_t piece = 0; piece + 3 < points.size(); piece += 3)
            for (int i = 0; i <= Samples; ++i) {
                const Point p = onCurve(&points[piece], double(i) / Samples);
                auto span = std::lower_bound(spans.begin(), spans.end(), p.y - tallest,
                                             [](const Span& a, double y) { return a.top < y; });
                for (; span != spans.end() && span->top < p.y; ++span)
                    if (span->box != ends.from && span->box != ends.to && inside(p, span->box)) return edge;
            }
    }
    return std::nullopt;
}

} // namespace edgewright::layout
