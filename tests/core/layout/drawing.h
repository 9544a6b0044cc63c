// SPDX-License-Identifier: GPL-3.0-or-later
// Measures of a drawing, whoever made it: one yardstick for our layouts and those of others.
#pragma once

#include "core/layout/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace edgewright::layout::test {

// Each edge as corners of straight pieces.
using Polylines = std::vector<std::vector<Point>>;

// The ends of an edge's curves; a portal's stubs are two of them.
inline std::vector<std::vector<Point>> piecesOf(const Layout& layout, std::size_t edge) {
    const auto& points = layout.edges[edge];
    if (!layout.portals.empty() && layout.portals[edge])
        return {{points[0], points[3]}, {points[4], points[7]}};
    std::vector<Point> corners;
    for (std::size_t i = 0; i < points.size(); i += 3)
        corners.push_back(points[i]);
    return {corners};
}
inline Polylines polylinesOf(const Layout& layout) {
    Polylines lines;
    for (std::size_t i = 0; i < layout.edges.size(); ++i)
        for (auto& piece : piecesOf(layout, i))
            lines.push_back(std::move(piece));
    return lines;
}

struct Measures {
    std::size_t crossings = 0; // of pieces that are drawn at different places
    double length = 0;         // of what is drawn; pixels. Pieces on top of each other count once
    double width = 0, height = 0;
};

// O(n * pieces at one height).
inline Measures measure(const Request& request, const std::vector<Point>& centres, const Polylines& lines) {
    struct Piece {
        Point a, b; // a above b, or left of it
        auto key() const { return std::array{a.y, a.x, b.y, b.x}; }
    };
    std::vector<Piece> pieces;
    Measures result;
    double left = std::numeric_limits<double>::infinity(), right = -left, top = left, bottom = -left;
    const auto cover = [&](Point p, double w, double h) {
        left = std::min(left, p.x - w);
        right = std::max(right, p.x + w);
        top = std::min(top, p.y - h);
        bottom = std::max(bottom, p.y + h);
    };
    for (std::size_t i = 0; i < centres.size(); ++i)
        cover(centres[i], request.boxes[i].width / 2, request.boxes[i].height / 2);
    for (const auto& line : lines)
        for (std::size_t i = 0; i + 1 < line.size(); ++i) {
            cover(line[i], 0, 0);
            cover(line[i + 1], 0, 0);
            Piece piece{line[i], line[i + 1]};
            if (std::pair(piece.b.y, piece.b.x) < std::pair(piece.a.y, piece.a.x)) std::swap(piece.a, piece.b);
            pieces.push_back(piece);
        }
    result.width = right - left;
    result.height = bottom - top;
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.key() < b.key(); });
    pieces.erase(std::unique(pieces.begin(), pieces.end(),
                             [](const Piece& a, const Piece& b) { return a.key() == b.key(); }),
                 pieces.end());
    const auto side = [](const Piece& of, Point p) {
        return (of.b.x - of.a.x) * (p.y - of.a.y) - (of.b.y - of.a.y) * (p.x - of.a.x);
    };
    constexpr double Least = 1e-3; // twice the area of a triangle: touching is not crossing
    const auto apart = [&](double p, double q) {
        return (p > Least && q < -Least) || (p < -Least && q > Least);
    };
    std::vector<const Piece*> open;
    for (const Piece& piece : pieces) {
        result.length += std::hypot(piece.b.x - piece.a.x, piece.b.y - piece.a.y);
        std::erase_if(open, [&](const Piece* other) { return other->b.y < piece.a.y; });
        for (const Piece* other : open)
            result.crossings += apart(side(*other, piece.a), side(*other, piece.b)) &&
                                        apart(side(piece, other->a), side(piece, other->b))
                                    ? 1
                                    : 0;
        open.push_back(&piece);
    }
    return result;
}

} // namespace edgewright::layout::test
