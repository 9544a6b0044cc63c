// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_scene.h"

#include "core/ir/order.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace edgewright::views {

namespace {

constexpr double LongEdge = 220; // pixels; from here on the source's shape is out of sight
constexpr double HullMargin = 8, HullRadius = 8;
constexpr std::size_t HullMembers = 200, MostLabelled = 4000;

struct Constants {
    ConstantValues values;   // by value id
    std::vector<bool> nodes; // by node id
};

// Nodes that compute constants from constants: they depend on no graph input and on no unknown value.
Constants findConstants(const ir::Graph& graph) {
    Constants found{ConstantValues(graph.valueCount(), false),
                    std::vector<bool>(graph.nextNode().index(), false)};
    auto& [constantValue, constant] = found;
    for (std::uint32_t i = 0; i < graph.valueCount(); ++i)
        constantValue[i] = graph.value(ValueId(i)).constant.has_value();
    for (const NodeId id : ir::executionOrder(graph).nodes) {
        const ir::Node& node = graph.node(id);
        const auto reads = [&](ValueId in) {
            return !in.valid() || (graph.contains(in) && constantValue[in.index()]);
        };
        const bool source =
            std::none_of(node.inputs.begin(), node.inputs.end(), [](ValueId in) { return in.valid(); });
        if (source ? !node.is("Constant") : !std::all_of(node.inputs.begin(), node.inputs.end(), reads))
            continue;
        if (!ir::capturedValues(node).empty()) continue;
        if (std::any_of(node.outputs.begin(), node.outputs.end(),
                        [&](ValueId out) { return out.valid() && graph.isOutput(out); }))
            continue;
        constant[id.index()] = true;
        for (const ValueId out : node.outputs)
            if (graph.contains(out)) constantValue[out.index()] = true;
    }
    return found;
}

QPainterPath roundedUnion(const std::vector<QRectF>& rects) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    for (const QRectF& rect : rects)
        path.addRoundedRect(rect, HullRadius, HullRadius);
    return rects.size() > 1 ? path.simplified() : path;
}

} // namespace

GraphScene::GraphScene(std::shared_ptr<const ir::Graph> graph, const CardFonts& fonts)
    : m_graph(std::move(graph)) {
    addBoxes(CardMetrics(fonts));
    addEdges();
}

void GraphScene::addBoxes(const CardMetrics& metrics) {
    const Constants constant = findConstants(*m_graph);
    const auto add = [&](SceneBox box) {
        box.rect = QRectF(QPointF(), box.card.size);
        m_boxes.push_back(std::move(box));
        return static_cast<std::uint32_t>(m_boxes.size() - 1);
    };
    const auto terminal = [&](SceneBox::Kind kind, ValueId value) {
        SceneBox box;
        box.kind = kind;
        box.value = value;
        box.card = makeTerminalCard(m_graph->value(value), metrics);
        return add(std::move(box));
    };
    for (const ValueId input : m_graph->inputs)
        if (m_graph->contains(input)) m_sourceOf.try_emplace(input, terminal(SceneBox::Kind::Input, input));
    for (const NodeId id : m_graph->order()) {
        if (constant.nodes[id.index()]) {
            ++m_hidden;
            continue;
        }
        const ir::Node& node = m_graph->node(id);
        SceneBox box;
        box.node = id;
        box.category = ops::categoryOf(node);
        box.fused = isFused(node);
        box.card = makeNodeCard(*m_graph, node, constant.values, metrics);
        const std::uint32_t index = add(std::move(box));
        m_boxOf.emplace(id, index);
        for (const ValueId out : node.outputs)
            if (m_graph->contains(out)) m_sourceOf.try_emplace(out, index);
    }
    for (const ValueId output : m_graph->outputs)
        if (m_graph->contains(output)) terminal(SceneBox::Kind::Output, output);
}

void GraphScene::addEdges() {
    const ir::Connections connections(*m_graph);
    const auto connect = [&](ValueId value, std::uint32_t to) {
        const auto source = m_sourceOf.find(value);
        if (source == m_sourceOf.end()) return;
        SceneEdge edge;
        edge.from = source->second;
        edge.to = to;
        edge.value = value;
        m_edges.push_back(std::move(edge));
    };
    for (std::uint32_t i = 0; i < m_graph->valueCount(); ++i)
        for (const NodeId reader : connections.consumers(ValueId(i)))
            if (const auto box = m_boxOf.find(reader); box != m_boxOf.end()) connect(ValueId(i), box->second);
    for (std::uint32_t i = 0; i < m_boxes.size(); ++i)
        if (m_boxes[i].kind == SceneBox::Kind::Output) connect(m_boxes[i].value, i);

    // A hidden node is found at a reader of what it computes; readers come later in any sane order.
    const auto& order = m_graph->order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        if (m_boxOf.count(*it) != 0) continue;
        for (const ValueId out : m_graph->node(*it).outputs) {
            if (!m_graph->contains(out)) continue;
            for (const NodeId reader : connections.consumers(out))
                if (const auto box = m_boxOf.find(reader); box != m_boxOf.end()) {
                    m_boxOf.emplace(*it, box->second);
                    break;
                }
        }
    }
}

std::optional<std::uint32_t> GraphScene::boxOf(NodeId node) const {
    const auto it = m_boxOf.find(node);
    if (it == m_boxOf.end()) return std::nullopt;
    return it->second;
}

std::optional<std::uint32_t> GraphScene::sourceOf(ValueId value) const {
    const auto it = m_sourceOf.find(value);
    if (it == m_sourceOf.end()) return std::nullopt;
    return it->second;
}

layout::Request GraphScene::request() const {
    layout::Request request;
    request.boxes.reserve(m_boxes.size());
    for (const SceneBox& box : m_boxes)
        request.boxes.push_back({box.card.size.width(), box.card.size.height()});
    request.edges.reserve(m_edges.size());
    for (const SceneEdge& edge : m_edges)
        request.edges.push_back({edge.from, edge.to});
    return request;
}

void GraphScene::place(const layout::Layout& layout, const CardFonts& fonts) {
    if (layout.centres.size() != m_boxes.size() || layout.edges.size() != m_edges.size()) return;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i].rect = QRectF(QPointF(), m_boxes[i].card.size);
        m_boxes[i].rect.moveCenter(QPointF(layout.centres[i].x, layout.centres[i].y));
    }
    const QFontMetricsF small(fonts.small);
    std::set<ValueId> labelled;
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        SceneEdge& edge = m_edges[i];
        placeEdge(edge, layout.edges[i]);
        const SceneBox& source = m_boxes[edge.from];
        const bool several =
            source.kind == SceneBox::Kind::Node && m_graph->node(source.node).outputs.size() > 1;
        if (m_boxes.size() < MostLabelled && (several || edge.bounds.height() > LongEdge) &&
            labelled.insert(edge.value).second)
            placeLabel(edge, small);
    }
    m_size = QSizeF(layout.width, layout.height);
    m_placed = true;
}

void GraphScene::placeEdge(SceneEdge& edge, const std::vector<layout::Point>& points) {
    edge.path = {};
    edge.points.clear();
    if (points.size() < 4) return;
    const auto at = [&](std::size_t i) { return QPointF(points[i].x, points[i].y); };
    edge.path.moveTo(at(0));
    edge.points << at(0);
    for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
        edge.path.cubicTo(at(i), at(i + 1), at(i + 2));
        edge.points << at(i + 2);
    }
    edge.bounds = edge.path.boundingRect().adjusted(-4, -4, 4, 4);
    edge.tip = at(points.size() - 1);
    edge.back = edge.tip - QPointF(0, 1);
    for (std::size_t i = points.size() - 1; i-- > 0;) {
        const QPointF way = edge.tip - at(i);
        const double length = std::hypot(way.x(), way.y());
        if (length < 0.5) continue;
        edge.back = edge.tip - way / length;
        break;
    }
}

// Beside the edge's last steep part, where no box is in the way.
void GraphScene::placeLabel(SceneEdge& edge, const QFontMetricsF& metrics) {
    edge.label = shapeText(m_graph->value(edge.value).type);
    if (edge.label.isEmpty()) return;
    const QSizeF size(metrics.horizontalAdvance(edge.label) + 8, metrics.height());
    for (const double percent : {0.85, 0.7, 0.5, 0.3}) {
        const QPointF at = edge.path.pointAtPercent(percent);
        const QRectF rect(at.x() + 3, at.y() - size.height() / 2, size.width(), size.height());
        if (std::none_of(m_boxes.begin(), m_boxes.end(),
                         [&](const SceneBox& box) { return box.rect.intersects(rect); })) {
            edge.labelRect = rect;
            return;
        }
    }
    edge.label.clear();
}

void GraphScene::setHulls(const std::vector<std::vector<NodeId>>& groups) {
    m_hulls.clear();
    if (!m_placed) return;
    for (const auto& group : groups) {
        std::set<std::uint32_t> members;
        for (const NodeId id : group)
            if (const auto it = m_boxOf.find(id); it != m_boxOf.end() && members.size() < HullMembers)
                members.insert(it->second);
        if (members.size() < 2) continue;
        std::vector<QRectF> rects;
        for (const std::uint32_t box : members)
            rects.push_back(m_boxes[box].rect.adjusted(-HullMargin, -HullMargin, HullMargin, HullMargin));
        // Bridges between members that are joined, where nothing lies in between.
        for (const std::uint32_t a : members)
            for (const std::uint32_t b : members) {
                const QRectF &upper = m_boxes[a].rect, &lower = m_boxes[b].rect;
                const double left = std::max(upper.left(), lower.left()),
                             right = std::min(upper.right(), lower.right());
                if (upper.bottom() >= lower.top() || left + 8 > right) continue;
                const QRectF bridge(left - HullMargin, upper.center().y(), right - left + 2 * HullMargin,
                                    lower.center().y() - upper.center().y());
                if (bridge.height() > 2 * LongEdge) continue;
                std::uint32_t index = 0;
                const bool clear = std::none_of(m_boxes.begin(), m_boxes.end(), [&](const SceneBox& box) {
                    const std::uint32_t i = index++;
                    return i != a && i != b && members.count(i) == 0 && box.rect.intersects(bridge);
                });
                if (clear) rects.push_back(bridge);
            }
        SceneHull hull;
        hull.path = roundedUnion(rects);
        hull.bounds = hull.path.boundingRect();
        hull.members = group;
        m_hulls.push_back(std::move(hull));
    }
}

bool sameRequest(const layout::Request& a, const layout::Request& b) {
    return std::equal(
               a.boxes.begin(), a.boxes.end(), b.boxes.begin(), b.boxes.end(),
               [](const auto& x, const auto& y) { return x.width == y.width && x.height == y.height; }) &&
           std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                      [](const auto& x, const auto& y) { return x.from == y.from && x.to == y.to; });
}

} // namespace edgewright::views
