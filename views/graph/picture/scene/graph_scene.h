// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as boxes and curves: what a painter draws and a mouse hits. Coordinates are pixels at 100 %. Made on
// any thread; once handed to a canvas it does not change.
#pragma once

#include <QPainterPath>
#include <QString>

#include "core/layout/layout.h"
#include "core/ops/operator.h"
#include "views/graph/picture/scene/folding.h"
#include "views/graph/picture/scene/node_card.h"
#include "views/graph/picture/scene/scene_index.h"
#include "views/support/selection.h"

#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::views {

// A node; a member of an opened node; a folded module; a graph input or output.
struct SceneBox {
    enum class Kind { Node, Input, Output };
    Kind kind = Kind::Node;
    NodeId node;   // Kind::Node: of the graph. Of a member: the opened node; of a module its largest one
    NodeId member; // an id in the body of `node`
    ValueId value; // the terminal's value
    ops::Category category = ops::Category::DataMovement;
    ModuleId module;           // folded: the box stands for all of `nodes`
    std::vector<NodeId> nodes; // of a module, without those that compute constants
    bool fused = false;        // several nodes of the original as one
    bool openable = false;     // has a body that can be drawn in its place
    bool nested = false;       // has subgraphs, or calls a function: can be entered
    NodeFacts facts;
    NodeCard card;
    QRectF rect; // once placed

    Item item() const { return kind == Kind::Node ? Item{node, {}} : Item{{}, value}; }
};

struct SceneEdge {
    std::uint32_t from = 0, to = 0; // boxes
    ValueId value;                  // of the graph; invalid between members of an opened node
    std::vector<ValueId> others;    // at a folded module: further tensors that go the same way
    std::uint32_t tensor = 0;       // index among the outputs of `from`
    bool portal = false;            // too long to draw: a stub with a tag at either end
    bool back = false;              // closes a cycle
    QPainterPath path;              // once placed; of a portal both stubs
    QPolygonF curve;                // its points: start, then triples of cubic Bezier points; portals: 4 + 4
    QPolygonF
        ink; // what is drawn: Bezier pieces, 4 points each, without those that another edge of the tensor has
    QRectF bounds;
    QPointF tip, heel; // arrow head: point and direction
    QString label;     // shape, where it can be read in no box near by; of a portal the other end
    QRectF labelRect;
    QString farLabel; // of a portal: at the reader
    QRectF farRect;
};

// Boxes to be drawn as belonging together.
struct HullSpec {
    enum class Style { Fused, Refused, Possible, Opened, Module };
    std::vector<NodeId> members; // nodes of the graph; of Opened that one node
    QString tag;                 // "Conv + BN + Relu → ConvRelu"
    Style style = Style::Fused;
    NodeId group;         // the node that they are in the other graph
    ModuleId module = {}; // of Module: that is open; its members are not listed
};

// Parts that are drawn in another way than node by node.
struct SceneOptions {
    std::set<NodeId> opened;                 // nodes with a body: its nodes stand in their place, in a hull
    std::vector<std::vector<NodeId>> groups; // nodes that the layout keeps together, for their hulls
    Folding folding = {};                    // goes before `opened`

    friend bool operator==(const SceneOptions&, const SceneOptions&) = default;
};

struct SceneHull {
    HullSpec spec;
    QPainterPath path;
    bool plain = true; // a single rounded rectangle
    QRectF bounds, tagRect;
    QString tag; // elided to fit
};

// Nodes of an older picture and nodes of a newer one that are the same thing; N:M. Equal ids are paired anyway.
using NodePairs = std::vector<std::pair<NodeId, NodeId>>;

class GraphScene {
public:
    // Weights are chips, and so are nodes that only compute constants from constants.
    explicit GraphScene(std::shared_ptr<const ir::Graph> graph, const CardFonts& fonts = cardFonts(),
                        SceneOptions options = {});

    const ir::Graph& graph() const { return *m_graph; }
    const SceneOptions& options() const { return m_options; }
    const std::vector<SceneBox>& boxes() const { return m_boxes; }
    const std::vector<SceneEdge>& edges() const { return m_edges; }
    const std::vector<SceneHull>& hulls() const { return m_hulls; }
    std::size_t hiddenNodes() const { return m_hidden; }

    // The box that shows `node`: its own, of an opened one the first member's, that of its folded module, or
    // that of a reader of the constant that it computes.
    std::optional<std::uint32_t> boxOf(NodeId node) const;
    // All around an opened node; once placed.
    std::optional<QRectF> rectOf(NodeId node) const;
    // The rectangle of a module: its box, or all around what it holds; once placed.
    std::optional<QRectF> rectOf(ModuleId module) const;
    std::optional<std::uint32_t> boxOfModule(ModuleId module) const; // that is folded
    // The innermost module of what `box` shows, or its own; invalid for a terminal and where there are none.
    ModuleId moduleOf(const SceneBox& box) const;
    // The box that `value` comes from, on the canvas.
    std::optional<std::uint32_t> sourceOf(ValueId value) const;
    // The node of the graph or of an opened body that `box` shows; null for a terminal.
    const ir::Node* nodeOf(const SceneBox& box) const;

    // `old`: boxes should stay where they were in that picture.
    layout::Request request(const GraphScene* old = nullptr, const NodePairs& pairs = {}) const;
    void place(const layout::Layout& layout, const CardFonts& fonts = cardFonts());
    bool placed() const { return m_placed; }
    const QSizeF& size() const { return m_size; }
    // After placing. Opened nodes and modules have theirs already.
    void setHulls(std::vector<HullSpec> hulls, const CardFonts& fonts = cardFonts());

    // Indices of boxes, edges and hulls, ascending; once placed.
    std::vector<std::uint32_t> boxesIn(const QRectF& area) const { return m_boxIndex.in(area); }
    std::vector<std::uint32_t> edgesIn(const QRectF& area) const { return m_edgeIndex.in(area); }
    std::vector<std::uint32_t> hullsIn(const QRectF& area) const { return m_hullIndex.in(area); }

private:
    friend class SceneBuilder;
    void placeEdge(SceneEdge& edge, const std::vector<layout::Point>& points);
    void placeLabel(SceneEdge& edge, const QFontMetricsF& metrics);
    bool shows(const SceneBox& box, NodeId node) const { return box.node == node && !box.module.valid(); }
    void groupModules(layout::Request& request, std::uint32_t number) const;
    std::vector<std::uint32_t> boxesOf(const HullSpec& spec) const;
    void addModuleHulls(const QFontMetricsF& metrics);
    void addHull(SceneHull made, const QFontMetricsF& metrics);
    SceneHull hull(HullSpec spec, const std::vector<std::uint32_t>& members, double margin) const;

    std::shared_ptr<const ir::Graph> m_graph;
    SceneOptions m_options;
    std::vector<SceneBox> m_boxes;
    std::vector<SceneEdge> m_edges;
    std::vector<SceneHull> m_hulls;
    std::unordered_map<NodeId, std::uint32_t> m_boxOf;
    std::unordered_map<NodeId, std::vector<std::uint32_t>> m_members; // of opened nodes
    Folded m_folded;
    std::unordered_map<ModuleId, std::uint32_t> m_moduleBoxes;
    std::unordered_map<ValueId, std::uint32_t> m_sourceOf;
    SceneIndex m_boxIndex, m_edgeIndex, m_hullIndex;
    std::size_t m_hidden = 0;
    QSizeF m_size;
    bool m_placed = false;
};

// The same picture comes of both.
bool sameRequest(const layout::Request& a, const layout::Request& b);

} // namespace edgewright::views
