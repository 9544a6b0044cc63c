// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/graph_scene.h"

#include "views/graph/picture/scene/scene_builder.h"
#include "views/inspector/describe.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace edgewright::views {

namespace {

constexpr double LongEdge = 220; // pixels; from here on the source's shape is out of sight
constexpr std::size_t MaxLabelled = 4000;

QPointF point(const layout::Point& p) { return {p.x, p.y}; }

// A label that lies over one of an edge before it is left out.
void leaveOutMetLabels(std::vector<SceneEdge>& edges) {
    constexpr double Row = 64;                 // pixels, more than a label is high
    std::map<int, std::vector<QRectF>> labels; // by row of the scene
    for (SceneEdge& edge : edges) {
        if (edge.label.isEmpty()) continue;
        const QRectF& label = edge.labelRect;
        const int first = static_cast<int>(std::floor(label.top() / Row));
        const auto isMet = [&](int row) {
            return std::ranges::any_of(labels[row], [&](const QRectF& each) { return each.intersects(label); });
        };
        if (isMet(first) || isMet(first + 1)) {
            edge.label.clear();
            edge.labelRect = {};
            continue;
        }
        labels[first].push_back(label);
        labels[first + 1].push_back(label);
    }
}

} // namespace

GraphScene::GraphScene(std::shared_ptr<const ir::Graph> graph, const CardFonts& fonts, SceneOptions options)
    : m_graph(std::move(graph)), m_options(std::move(options)) {
    SceneBuilder(*this, fonts).build();
}

std::optional<std::uint32_t> GraphScene::boxOf(NodeId node) const {
    const auto it = m_boxOf.find(node);
    if (it == m_boxOf.end()) return std::nullopt;
    return it->second;
}

std::optional<QRectF> GraphScene::rectOf(NodeId node) const {
    const auto box = boxOf(node);
    if (!box || !m_placed) return std::nullopt;
    QRectF all = m_boxes[*box].rect;
    if (const auto members = m_members.find(node); members != m_members.end())
        for (const std::uint32_t member : members->second)
            all |= m_boxes[member].rect;
    return all;
}

std::optional<QRectF> GraphScene::rectOf(ModuleId module) const {
    if (!m_placed || !m_options.folding.modules) return std::nullopt;
    QRectF all;
    for (const SceneBox& box : m_boxes)
        if (m_options.folding.modules->contains(module, moduleOf(box))) all |= box.rect;
    return all.isNull() ? std::nullopt : std::optional(all);
}

std::optional<std::uint32_t> GraphScene::boxOfModule(ModuleId module) const {
    const auto box = m_moduleBoxes.find(module);
    return box == m_moduleBoxes.end() ? std::nullopt : std::optional(box->second);
}

ModuleId GraphScene::moduleOf(const SceneBox& box) const {
    if (box.module.valid() || box.kind != SceneBox::Kind::Node) return box.module;
    return m_folded.module(box.node);
}

std::optional<std::uint32_t> GraphScene::sourceOf(ValueId value) const {
    const auto it = m_sourceOf.find(value);
    if (it == m_sourceOf.end()) return std::nullopt;
    return it->second;
}

const ir::Node* GraphScene::nodeOf(const SceneBox& box) const {
    if (box.kind != SceneBox::Kind::Node) return nullptr;
    const ir::Node& node = m_graph->node(box.node);
    return box.member.valid() ? &node.body->node(box.member) : &node;
}

layout::Request GraphScene::request(const GraphScene* old, const NodePairs& pairs) const {
    layout::Request request;
    request.boxes.reserve(m_boxes.size());
    for (const SceneBox& box : m_boxes)
        request.boxes.push_back({box.card.size.width(), box.card.size.height()});
    request.edges.reserve(m_edges.size());
    for (const SceneEdge& edge : m_edges)
        request.edges.push_back({edge.from, edge.to, edge.tensor});

    if (!m_options.groups.empty() || !m_members.empty() || !m_options.folding.open.empty()) {
        request.groups.assign(m_boxes.size(), 0);
        std::uint32_t number = 0;
        for (const NodeId node : m_options.opened) {
            const auto members = m_members.find(node);
            if (members == m_members.end()) continue;
            ++number;
            for (const std::uint32_t box : members->second)
                request.groups[box] = number;
        }
        for (const std::vector<NodeId>& group : m_options.groups) {
            ++number;
            for (const NodeId node : group)
                if (const auto box = m_boxOf.find(node); box != m_boxOf.end() &&
                                                         shows(m_boxes[box->second], node) &&
                                                         request.groups[box->second] == 0)
                    request.groups[box->second] = number;
        }
        groupModules(request, number);
    }
    if (!old || !old->placed()) return request;

    std::unordered_map<NodeId, std::vector<NodeId>> before;
    for (const auto& [from, to] : pairs)
        if (from != to) before[to].push_back(from);
    std::map<std::pair<NodeId, NodeId>, std::uint32_t> members;
    std::map<std::pair<int, ValueId>, std::uint32_t> terminals;
    for (std::uint32_t i = 0; i < old->m_boxes.size(); ++i) {
        const SceneBox& box = old->m_boxes[i];
        if (box.member.valid())
            members.emplace(std::pair(box.node, box.member), i);
        else if (box.kind != SceneBox::Kind::Node)
            terminals.emplace(std::pair(static_cast<int>(box.kind), box.value), i);
    }
    request.seed.resize(m_boxes.size());
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const SceneBox& box = m_boxes[i];
        std::vector<QPointF> was;
        if (box.module.valid()) {
            if (const auto rect = old->rectOf(box.module)) was.push_back(rect->center());
        } else if (box.kind != SceneBox::Kind::Node) {
            const auto it = terminals.find({static_cast<int>(box.kind), box.value});
            if (it != terminals.end()) was.push_back(old->m_boxes[it->second].rect.center());
        } else if (box.member.valid()) {
            const auto it = members.find({box.node, box.member});
            if (it != members.end()) was.push_back(old->m_boxes[it->second].rect.center());
        } else if (const auto own = old->m_boxOf.find(box.node);
                   own != old->m_boxOf.end() && shows(old->m_boxes[own->second], box.node)) {
            was.push_back(old->rectOf(box.node)->center());
        } else if (const auto from = before.find(box.node); from != before.end()) {
            for (const NodeId id : from->second)
                if (const auto it = old->m_boxOf.find(id);
                    it != old->m_boxOf.end() && shows(old->m_boxes[it->second], id))
                    was.push_back(old->rectOf(id)->center());
        }
        if (was.empty()) continue;
        QPointF sum;
        for (const QPointF& at : was)
            sum += at;
        sum /= static_cast<double>(was.size());
        request.seed[i] = layout::Point{sum.x(), sum.y()};
    }
    return request;
}

// What an open module shows stands together, where no fusion asks for more.
void GraphScene::groupModules(layout::Request& request, std::uint32_t number) const {
    if (!m_options.folding.modules) return;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        ModuleId module = moduleOf(m_boxes[i]);
        if (m_boxes[i].module.valid()) module = (*m_options.folding.modules)[module].parent;
        if (module.valid() && module != modules::Root && request.groups[i] == 0)
            request.groups[i] = number + module.index();
    }
}

void GraphScene::place(const layout::Layout& layout, const CardFonts& fonts) {
    if (layout.centres.size() != m_boxes.size() || layout.edges.size() != m_edges.size()) return;
    std::vector<QRectF> rects;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i].rect = QRectF(QPointF(), m_boxes[i].card.size);
        m_boxes[i].rect.moveCenter(point(layout.centres[i]));
        rects.push_back(m_boxes[i].rect);
    }
    m_boxIndex = SceneIndex(rects);
    const QFontMetricsF small(fonts.small);
    std::set<std::pair<std::uint32_t, std::uint32_t>> labelled;
    rects.clear();
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        SceneEdge& edge = m_edges[i];
        edge.portal = i < layout.portals.size() && layout.portals[i] && layout.edges[i].size() == 8;
        placeEdge(edge, layout.edges[i]);
        if (i < layout.backward.size()) edge.back = layout.backward[i] && !edge.portal;
        const SceneBox& source = m_boxes[edge.from];
        const bool several =
            source.kind == SceneBox::Kind::Node && !source.module.valid() && nodeOf(source)->outputs.size() > 1;
        if (!edge.portal && edge.value.valid() && m_boxes.size() < MaxLabelled &&
            (several || edge.bounds.height() > LongEdge) && labelled.emplace(edge.from, edge.tensor).second)
            placeLabel(edge, small);
        rects.push_back(edge.bounds);
    }
    leaveOutMetLabels(m_edges);
    shareTrunks(m_edges);
    const auto name = [this](std::uint32_t box) {
        const ir::Node* node = nodeOf(m_boxes[box]);
        return QString::fromStdString(node ? node->label() : m_graph->value(m_boxes[box].value).name);
    };
    placeTags(m_edges, m_boxes, name, small);
    for (std::size_t i = 0; i < m_edges.size(); ++i)
        if (m_edges[i].portal) rects[i] |= m_edges[i].labelRect | m_edges[i].farRect;
    m_edgeIndex = SceneIndex(rects);
    m_size = QSizeF(layout.width, layout.height);
    m_placed = true;
    setHulls({}, fonts);
}

void GraphScene::placeEdge(SceneEdge& edge, const std::vector<layout::Point>& points) {
    edge.path = {};
    edge.curve.clear();
    if (points.size() < 4) return;
    edge.curve.reserve(static_cast<qsizetype>(points.size()));
    for (const layout::Point& p : points)
        edge.curve << point(p);
    const auto part = [&](qsizetype first, qsizetype last) {
        edge.path.moveTo(edge.curve[first]);
        for (qsizetype i = first + 1; i + 2 < last; i += 3)
            edge.path.cubicTo(edge.curve[i], edge.curve[i + 1], edge.curve[i + 2]);
    };
    if (edge.portal) {
        part(0, 4);
        part(4, 8);
    } else {
        part(0, edge.curve.size());
    }
    edge.bounds = edge.curve.boundingRect().adjusted(-4, -4, 4, 4);
    edge.tip = edge.curve.last();
    edge.back = !edge.portal && (edge.from == edge.to || edge.tip.y() < edge.curve.first().y());
    edge.heel = edge.tip - QPointF(0, 1);
    for (qsizetype i = edge.curve.size() - 1; i-- > 0;) {
        const QPointF way = edge.tip - edge.curve[i];
        const double length = std::hypot(way.x(), way.y());
        if (length < 0.5) continue;
        edge.heel = edge.tip - way / length;
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
        if (m_boxIndex.in(rect).empty()) {
            edge.labelRect = rect;
            return;
        }
    }
    edge.label.clear();
}

bool sameRequest(const layout::Request& a, const layout::Request& b) {
    return std::equal(
               a.boxes.begin(), a.boxes.end(), b.boxes.begin(), b.boxes.end(),
               [](const auto& x, const auto& y) { return x.width == y.width && x.height == y.height; }) &&
           std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                      [](const auto& x, const auto& y) {
                          return x.from == y.from && x.to == y.to && x.tensor == y.tensor;
                      }) &&
           a.groups == b.groups &&
           std::equal(a.seed.begin(), a.seed.end(), b.seed.begin(), b.seed.end(),
                      [](const auto& x, const auto& y) {
                          return x.has_value() == y.has_value() && (!x || (x->x == y->x && x->y == y->y));
                      });
}

} // namespace edgewright::views
