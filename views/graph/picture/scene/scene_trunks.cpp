// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/scene_builder.h"
#include "views/support/short_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace edgewright::views {

namespace {

constexpr double TagWidth = 132, TrunkTagPad = 6, TagGap = 6, TagDistance = 4;
constexpr double Grid = 8; // steps in a pixel: what is nearer is the same

long grid(double x) { return std::lround(x * Grid); }

// The pieces of one tensor's edges that are drawn already.
class Trunk {
public:
    void add(const QPolygonF& curve, qsizetype first, QPolygonF& ink) {
        const QPointF a = curve[first], b = curve[first + 3];
        const bool vertical = a.x() == b.x() && a.x() == curve[first + 1].x() && a.x() == curve[first + 2].x();
        if (vertical) return upright(a, b, ink);
        if (m_bends.insert({grid(a.x()), grid(a.y()), grid(b.x()), grid(b.y())}).second)
            ink << a << curve[first + 1] << curve[first + 2] << b;
    }

private:
    static void straight(double x, double from, double to, QPolygonF& ink) {
        if (std::abs(to - from) < 1 / Grid) return;
        const double third = (to - from) / 3;
        ink << QPointF(x, from) << QPointF(x, from + third) << QPointF(x, to - third) << QPointF(x, to);
    }
    void upright(QPointF a, QPointF b, QPolygonF& ink) {
        const double top = std::min(a.y(), b.y()), bottom = std::max(a.y(), b.y());
        const auto [it, fresh] = m_covered.emplace(grid(a.x()), std::pair(top, bottom));
        auto& [from, to] = it->second;
        if (fresh || top > to || bottom < from) return straight(a.x(), a.y(), b.y(), ink);
        if (top < from) straight(a.x(), top, from, ink);
        if (bottom > to) straight(a.x(), to, bottom, ink);
        from = std::min(from, top);
        to = std::max(to, bottom);
    }

    std::map<long, std::pair<double, double>> m_covered; // by x: from where to where
    std::set<std::array<long, 4>> m_bends;
};

} // namespace

void shareTrunks(std::vector<SceneEdge>& edges) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, Trunk> trunks;
    for (SceneEdge& edge : edges) {
        edge.ink.clear();
        Trunk& trunk = trunks[{edge.from, edge.tensor}];
        for (qsizetype i = 0; i + 3 < edge.curve.size(); i += edge.portal ? 4 : 3)
            trunk.add(edge.curve, i, edge.ink);
    }
}

void placeTags(std::vector<SceneEdge>& edges, const std::vector<SceneBox>& boxes, const BoxName& name,
               const QFontMetricsF& metrics) {
    std::vector<std::string> names;
    if (std::ranges::any_of(edges, &SceneEdge::portal))
        for (std::uint32_t box = 0; box < boxes.size(); ++box)
            names.push_back(name(box).toStdString());
    const ShortLabels labels(names);
    const auto labelOf = [&](std::uint32_t box) {
        const QString label = labelWithin(labels, box, metrics, TagWidth);
        return label.isEmpty() ? name(box) : label;
    };
    std::map<std::pair<std::uint32_t, bool>, double> taken; // by box and side: up to which x there are tags
    const auto tag = [&](QString& text, const QString& sign, const QString& what, std::uint32_t box,
                         bool below) {
        text = sign + metrics.elidedText(what, Qt::ElideMiddle, TagWidth);
        const QRectF& own = boxes[box].rect;
        double& left = taken.emplace(std::pair(box, below), own.center().x() + TagGap).first->second;
        const QSizeF size(metrics.horizontalAdvance(text) + 2 * TrunkTagPad, metrics.height() + 2);
        const QRectF rect(
            QPointF(left, below ? own.bottom() + TagDistance : own.top() - TagDistance - size.height()), size);
        left = rect.right() + TagGap;
        return rect;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> sources;
    for (std::uint32_t i = 0; i < edges.size(); ++i)
        if (edges[i].portal) sources[{edges[i].from, edges[i].tensor}].push_back(i);
    for (const auto& entry : sources) {
        SceneEdge& first = edges[entry.second.front()];
        const auto readers = static_cast<int>(entry.second.size());
        first.labelRect = tag(first.label, QStringLiteral("↓ "),
                              readers == 1 ? labelOf(first.to) : portalReaders(readers), first.from, true);
        for (const std::uint32_t i : entry.second)
            edges[i].farRect =
                tag(edges[i].farLabel, QStringLiteral("↑ "), labelOf(edges[i].from), edges[i].to, false);
    }
}

} // namespace edgewright::views
