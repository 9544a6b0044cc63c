// SPDX-License-Identifier: GPL-3.0-or-later
// Invariants of every layout. Each check says what is wrong first, or nothing.
#pragma once

#include "core/layout/layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace edgewright::layout::test {

inline constexpr double Slack = 0.05; // pixels

// Boxes by height, so that those near a point are found without looking at all of them.
class Places {
public:
    Places(const Request& request, const Layout& layout) : m_request(request), m_layout(layout) {
        for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
            m_boxes.push_back(box);
            m_tallest = std::max(m_tallest, request.boxes[box].height);
        }
        std::sort(m_boxes.begin(), m_boxes.end(), [&](auto a, auto b) { return top(a) < top(b); });
    }
    double left(std::uint32_t box) const { return m_layout.centres[box].x - m_request.boxes[box].width / 2; }
    double right(std::uint32_t box) const { return m_layout.centres[box].x + m_request.boxes[box].width / 2; }
    double top(std::uint32_t box) const { return m_layout.centres[box].y - m_request.boxes[box].height / 2; }
    double bottom(std::uint32_t box) const { return m_layout.centres[box].y + m_request.boxes[box].height / 2; }

    // Calls `visit` for every box that overlaps the rectangle's inside.
    template <typename Visit>
    void within(double x0, double y0, double x1, double y1, const Visit& visit) const {
        auto it = std::lower_bound(m_boxes.begin(), m_boxes.end(), y0 - m_tallest - 1,
                                   [&](auto box, double y) { return top(box) < y; });
        for (; it != m_boxes.end() && top(*it) < y1; ++it)
            if (bottom(*it) > y0 && left(*it) < x1 && right(*it) > x0) visit(*it);
    }

private:
    const Request& m_request;
    const Layout& m_layout;
    std::vector<std::uint32_t> m_boxes;
    double m_tallest = 0;
};

inline std::string overlaps(const Request& request, const Layout& layout) {
    const Places places(request, layout);
    std::string wrong;
    for (std::uint32_t box = 0; box < request.boxes.size() && wrong.empty(); ++box) {
        places.within(places.left(box) + Slack, places.top(box) + Slack, places.right(box) - Slack,
                      places.bottom(box) - Slack, [&](std::uint32_t other) {
                          if (other != box)
                              wrong = "boxes " + std::to_string(box) + " and " + std::to_string(other);
                      });
        if (places.left(box) < -0.1 || places.top(box) < -0.1 || places.right(box) > layout.width + 0.1 ||
            places.bottom(box) > layout.height + 0.1)
            wrong = "box " + std::to_string(box) + " lies outside";
    }
    return wrong;
}

inline std::string detached(const Request& request, const Layout& layout) {
    if (layout.edges.size() != request.edges.size()) return "number of edges";
    const Places places(request, layout);
    const auto away = [&](std::uint32_t box, Point p) {
        return std::max({places.left(box) - p.x, p.x - places.right(box), places.top(box) - p.y,
                         p.y - places.bottom(box), 0.0});
    };
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        const auto& points = layout.edges[i];
        const bool portal = !layout.portals.empty() && layout.portals[i];
        if (portal ? points.size() != 8 : points.size() < 4 || points.size() % 3 != 1)
            return "points of edge " + std::to_string(i);
        if (away(request.edges[i].from, points.front()) > 2 || away(request.edges[i].to, points.back()) > 2)
            return "ends of edge " + std::to_string(i);
    }
    return {};
}

// The edge that leads upwards, of those that are not said to lead backwards.
inline std::string upwards(const Request& request, const Layout& layout) {
    for (std::size_t i = 0; i < layout.edges.size(); ++i) {
        const bool backward = !layout.backward.empty() && layout.backward[i];
        const bool down = layout.centres[request.edges[i].from].y < layout.centres[request.edges[i].to].y;
        if (down == backward) return "edge " + std::to_string(i);
    }
    return {};
}

inline std::string throughBoxes(const Request& request, const Layout& layout) {
    const Places places(request, layout);
    std::string wrong;
    for (std::size_t i = 0; i < layout.edges.size() && wrong.empty(); ++i) {
        const auto& p = layout.edges[i];
        const bool portal = !layout.portals.empty() && layout.portals[i];
        for (std::size_t at = 0; at + 3 < p.size(); at += portal ? 4 : 3)
            for (int step = 0; step <= 10; ++step) {
                const double t = step / 10.0, s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t,
                             d = t * t * t;
                const double x = a * p[at].x + b * p[at + 1].x + c * p[at + 2].x + d * p[at + 3].x;
                const double y = a * p[at].y + b * p[at + 1].y + c * p[at + 2].y + d * p[at + 3].y;
                places.within(x, y, x, y, [&](std::uint32_t box) {
                    if (box != request.edges[i].from && box != request.edges[i].to)
                        wrong = "edge " + std::to_string(i) + " and box " + std::to_string(box);
                });
            }
    }
    return wrong;
}

// Between the members of a group in a row there is nobody else.
inline std::string interrupted(const Request& request, const Layout& layout) {
    struct Interval {
        double left, right, y;
    };
    std::map<std::pair<std::uint32_t, long>, Interval> rows;
    const Places places(request, layout);
    for (std::uint32_t box = 0; box < request.boxes.size(); ++box) {
        if (request.groups[box] == 0) continue;
        const double y = layout.centres[box].y;
        const auto [it, fresh] = rows.try_emplace({request.groups[box], std::lround(y)},
                                                  Interval{places.left(box), places.right(box), y});
        it->second.left = std::min(it->second.left, places.left(box));
        it->second.right = std::max(it->second.right, places.right(box));
    }
    std::string wrong;
    for (const auto& [key, interval] : rows)
        places.within(interval.left, interval.y - 1, interval.right, interval.y + 1,
                      [&, group = key.first](std::uint32_t box) {
                          if (request.groups[box] != group)
                              wrong = "box " + std::to_string(box) + " in group " + std::to_string(group);
                      });
    return wrong;
}

} // namespace edgewright::layout::test
