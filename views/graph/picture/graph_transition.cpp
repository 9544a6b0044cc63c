// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/graph_transition.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

namespace edgewright::views {

namespace {

constexpr qsizetype Samples = 12; // of an edge whose old and new ways differ in kind

QPointF bezier(const QPolygonF& c, qsizetype first, double t) {
    const double s = 1 - t;
    return s * s * s * c[first] + 3 * s * s * t * c[first + 1] + 3 * s * t * t * c[first + 2] +
           t * t * t * c[first + 3];
}

// Evenly along the chords of the curve's pieces.
QPolygonF sampled(const QPolygonF& curve) {
    QPolygonF points;
    if (curve.size() < 4) return points;
    std::vector<double> length{0};
    for (qsizetype i = 0; i + 3 < curve.size(); i += 3) {
        const QPointF way = curve[i + 3] - curve[i];
        length.push_back(length.back() + std::hypot(way.x(), way.y()));
    }
    std::size_t piece = 0;
    for (qsizetype i = 0; i < Samples; ++i) {
        const double at = length.back() * static_cast<double>(i) / (Samples - 1);
        while (piece + 2 < length.size() && length[piece + 1] < at)
            ++piece;
        const double span = length[piece + 1] - length[piece];
        const double t = span > 0 ? std::clamp((at - length[piece]) / span, 0.0, 1.0) : 1;
        points << bezier(curve, static_cast<qsizetype>(3 * piece), t);
    }
    return points;
}

} // namespace

QRectF between(const QRectF& from, const QRectF& to, double share) {
    const auto mix = [share](double a, double b) { return a + (b - a) * share; };
    return {mix(from.left(), to.left()), mix(from.top(), to.top()), mix(from.width(), to.width()),
            mix(from.height(), to.height())};
}

GraphTransition::GraphTransition(std::shared_ptr<const GraphScene> old, std::vector<QRectF> rects,
                                 std::shared_ptr<const GraphScene> next, const NodePairs& pairs,
                                 const QRectF& seenOld, const QRectF& seenNew)
    : m_old(std::move(old)), m_next(std::move(next)) {
    rects.resize(m_old->boxes().size());
    pairBoxes(pairs);
    moveBoxes(rects, seenOld, seenNew);
    moveEdges(rects, seenOld, seenNew);
}

void GraphTransition::connect(std::uint32_t from, std::uint32_t to) {
    m_heirs[from].push_back(to);
    m_origins[to].push_back(from);
}

void GraphTransition::pairBoxes(const NodePairs& pairs) {
    const auto& was = m_old->boxes();
    const auto& is = m_next->boxes();
    m_heirs.resize(was.size());
    m_origins.resize(is.size());
    std::unordered_map<NodeId, std::vector<std::uint32_t>> next, before;
    std::map<std::pair<int, ValueId>, std::uint32_t> terminals;
    for (std::uint32_t i = 0; i < is.size(); ++i)
        if (is[i].module.valid())
            pairModule(i, false);
        else if (is[i].kind == SceneBox::Kind::Node)
            next[is[i].node].push_back(i);
        else
            terminals.emplace(std::pair(static_cast<int>(is[i].kind), is[i].value), i);
    for (std::uint32_t i = 0; i < was.size(); ++i) {
        if (was[i].module.valid()) {
            pairModule(i, true);
            continue;
        }
        if (was[i].kind == SceneBox::Kind::Node) {
            before[was[i].node].push_back(i);
            continue;
        }
        const auto it = terminals.find({static_cast<int>(was[i].kind), was[i].value});
        if (it != terminals.end()) connect(i, it->second);
    }
    // Of an opened node only the member that stands for the partner, where one is known to.
    const auto standsFor = [](const GraphScene& scene, const SceneBox& box, NodeId node) {
        if (!box.member.valid()) return false;
        const auto& origins = scene.nodeOf(box)->origins;
        return std::find(origins.begin(), origins.end(), node) != origins.end();
    };
    const auto narrowed = [&](const GraphScene& scene, const std::vector<std::uint32_t>& boxes, NodeId node) {
        std::vector<std::uint32_t> exact;
        for (const std::uint32_t box : boxes)
            if (standsFor(scene, scene.boxes()[box], node)) exact.push_back(box);
        return exact.empty() ? boxes : exact;
    };
    const auto join = [&](NodeId from, NodeId to) {
        const auto olds = before.find(from), news = next.find(to);
        if (olds == before.end() || news == next.end()) return;
        const bool both = was[olds->second.front()].member.valid() && is[news->second.front()].member.valid();
        for (const std::uint32_t a : from == to ? olds->second : narrowed(*m_old, olds->second, to))
            for (const std::uint32_t b : from == to ? news->second : narrowed(*m_next, news->second, from))
                if (!both || was[a].member == is[b].member) connect(a, b);
    };
    for (const auto& entry : before)
        join(entry.first, entry.first);
    for (const auto& [from, to] : pairs)
        if (from != to) join(from, to);
    for (auto* partners : {&m_heirs, &m_origins})
        for (auto& each : *partners) { // two ways may have led to one
            std::sort(each.begin(), each.end());
            each.erase(std::unique(each.begin(), each.end()), each.end());
        }
}

// A folded module with its own box in the other picture, else with what shows its nodes there.
void GraphTransition::pairModule(std::uint32_t box, bool old) {
    const GraphScene &here = old ? *m_old : *m_next, &there = old ? *m_next : *m_old;
    std::set<std::uint32_t> partners;
    if (const auto own = there.boxOfModule(here.boxes()[box].module)) partners.insert(*own);
    if (partners.empty())
        for (const NodeId node : here.boxes()[box].nodes)
            if (const auto partner = there.boxOf(node)) partners.insert(*partner);
    for (const std::uint32_t partner : partners)
        old ? connect(box, partner) : connect(partner, box);
}

void GraphTransition::moveBoxes(const std::vector<QRectF>& rects, const QRectF& seenOld,
                                const QRectF& seenNew) {
    const auto add = [&](std::uint32_t box, bool old, const QRectF& from, const QRectF& to, double fadeFrom,
                         double fadeTo) {
        // What fades in is seen where it ends, what fades out where it began: of the hundreds that leave one
        // box most go out of sight.
        const bool begins = from.intersects(seenOld) && fadeFrom > 0,
                   ends = to.intersects(seenNew) && fadeTo > 0;
        if (!begins && !ends) return;
        if (from != to || fadeFrom != fadeTo) ++m_moving;
        m_movers.push_back({box, old, from, to, fadeFrom, fadeTo});
    };
    const auto& was = m_old->boxes();
    const auto& is = m_next->boxes();
    m_starts.resize(is.size());
    for (std::uint32_t b = 0; b < is.size(); ++b) {
        QRectF all;
        for (const std::uint32_t a : m_origins[b])
            all |= rects[a];
        m_starts[b] = m_origins[b].empty() ? is[b].rect : all;
    }
    for (std::uint32_t a = 0; a < was.size(); ++a) {
        if (m_heirs[a].empty()) {
            add(a, true, rects[a], rects[a], 1, 0);
            continue;
        }
        QRectF all;
        for (const std::uint32_t b : m_heirs[a])
            all |= is[b].rect;
        const bool alone = m_heirs[a].size() == 1 && m_origins[m_heirs[a].front()].size() == 1;
        if (!alone) add(a, true, rects[a], all, 1, 0);
    }
    for (std::uint32_t b = 0; b < is.size(); ++b) {
        const bool alone = m_origins[b].size() == 1 && m_heirs[m_origins[b].front()].size() == 1;
        add(b, false, m_starts[b], is[b].rect, alone ? 1 : 0, 1);
    }
}

// An edge follows where both its ends lead to the ends of one edge of the other picture; inside of what becomes
// one box it shrinks to nothing with its boxes.
void GraphTransition::moveEdges(const std::vector<QRectF>& rects, const QRectF& seenOld,
                                const QRectF& seenNew) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> byEnds;
    const auto& was = m_old->edges();
    const auto& is = m_next->edges();
    for (std::uint32_t i = 0; i < is.size(); ++i)
        byEnds.emplace(std::pair(is[i].from, is[i].to), i);
    std::vector<bool> taken(is.size(), false);
    const auto seen = [&](const SceneEdge& edge, bool old) {
        return edge.bounds.intersects(old ? seenOld : seenNew);
    };
    for (std::uint32_t i = 0; i < was.size(); ++i) {
        const SceneEdge& edge = was[i];
        if (edge.curve.isEmpty()) continue;
        const bool still = rects[edge.from] == m_old->boxes()[edge.from].rect &&
                           rects[edge.to] == m_old->boxes()[edge.to].rect;
        std::uint32_t partner = 0;
        bool found = false;
        // Between two modules of hundreds of nodes no single edge is the heir.
        constexpr std::size_t MaxPairs = 4096;
        if (m_heirs[edge.from].size() * m_heirs[edge.to].size() <= MaxPairs)
            for (const std::uint32_t from : m_heirs[edge.from])
                for (const std::uint32_t to : m_heirs[edge.to])
                    if (const auto it = byEnds.find({from, to}); it != byEnds.end() && !found) {
                        partner = it->second;
                        found = true;
                    }
        if (!found || !still || edge.portal || is[partner].portal || is[partner].curve.isEmpty()) {
            if (seen(edge, true)) m_edges.push_back({i, true, false, edge.curve, edge.curve, false, 1, 0});
            continue;
        }
        const SceneEdge& other = is[partner];
        const bool first = !taken[partner];
        taken[partner] = true;
        if (!seen(edge, true) && !seen(other, false)) continue;
        const bool curved = edge.curve.size() == other.curve.size();
        m_edges.push_back({partner, false, true, curved ? edge.curve : sampled(edge.curve),
                           curved ? other.curve : sampled(other.curve), curved, 1, first ? 1.0 : 0.0});
    }
    for (std::uint32_t i = 0; i < is.size(); ++i)
        if (!taken[i] && !is[i].curve.isEmpty() && seen(is[i], false))
            m_edges.push_back({i, false, false, is[i].curve, is[i].curve, false, 0, 1});
}

std::vector<QRectF> GraphTransition::rectsAt(double share) const {
    std::vector<QRectF> rects;
    rects.reserve(m_starts.size());
    for (std::size_t i = 0; i < m_starts.size(); ++i)
        rects.push_back(between(m_starts[i], m_next->boxes()[i].rect, share));
    return rects;
}

} // namespace edgewright::views
