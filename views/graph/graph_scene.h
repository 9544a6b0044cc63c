// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as boxes and curves: what a painter draws and a mouse hits. Coordinates are pixels at 100 %. Made on
// any thread; once handed to a canvas it does not change.
#pragma once

#include <QPainterPath>
#include <QString>

#include "core/layout/layout.h"
#include "core/ops/operator.h"
#include "views/graph/node_card.h"
#include "views/support/selection.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace edgewright::views {

struct SceneBox {
    enum class Kind { Node, Input, Output };
    Kind kind = Kind::Node;
    NodeId node;   // Kind::Node
    ValueId value; // the terminal's value
    ops::Category category = ops::Category::DataMovement;
    bool fused = false;
    NodeCard card;
    QRectF rect; // once placed

    Item item() const { return kind == Kind::Node ? Item{node, {}} : Item{{}, value}; }
};

struct SceneEdge {
    std::uint32_t from = 0, to = 0; // boxes
    ValueId value;
    QPainterPath path; // once placed
    QPolygonF points;  // the curve's start and the ends of its pieces, for small scales
    QRectF bounds;
    QPointF tip, back; // arrow head: point and direction
    QString label;     // shape, where it can be read in no box near by
    QRectF labelRect;
};

// Boxes drawn as belonging together.
struct SceneHull {
    QPainterPath path;
    QRectF bounds;
    std::vector<NodeId> members;
};

class GraphScene {
public:
    // Weights are chips, and so are nodes that only compute constants from constants.
    explicit GraphScene(std::shared_ptr<const ir::Graph> graph, const CardFonts& fonts = cardFonts());

    const ir::Graph& graph() const { return *m_graph; }
    const std::vector<SceneBox>& boxes() const { return m_boxes; }
    const std::vector<SceneEdge>& edges() const { return m_edges; }
    const std::vector<SceneHull>& hulls() const { return m_hulls; }
    std::size_t hiddenNodes() const { return m_hidden; }

    // The box that shows `node`: its own, or that of a reader of the constant that it computes.
    std::optional<std::uint32_t> boxOf(NodeId node) const;
    // Where `value` comes from, on the canvas.
    std::optional<std::uint32_t> sourceOf(ValueId value) const;

    layout::Request request() const;
    void place(const layout::Layout& layout, const CardFonts& fonts = cardFonts());
    bool placed() const { return m_placed; }
    const QSizeF& size() const { return m_size; }
    // After placing.
    void setHulls(const std::vector<std::vector<NodeId>>& groups);

private:
    void addBoxes(const CardMetrics& metrics);
    void addEdges();
    void placeEdge(SceneEdge& edge, const std::vector<layout::Point>& points);
    void placeLabel(SceneEdge& edge, const QFontMetricsF& metrics);

    std::shared_ptr<const ir::Graph> m_graph;
    std::vector<SceneBox> m_boxes;
    std::vector<SceneEdge> m_edges;
    std::vector<SceneHull> m_hulls;
    std::unordered_map<NodeId, std::uint32_t> m_boxOf;
    std::unordered_map<ValueId, std::uint32_t> m_sourceOf;
    std::size_t m_hidden = 0;
    QSizeF m_size;
    bool m_placed = false;
};

bool sameRequest(const layout::Request& a, const layout::Request& b);

} // namespace edgewright::views
