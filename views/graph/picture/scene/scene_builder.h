// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph to boxes and edges, opened nodes included.
#pragma once

#include "core/ir/constant_nodes.h"
#include "views/graph/picture/scene/graph_scene.h"

#include <QFontMetricsF>

#include <functional>
#include <map>

namespace edgewright::views {

class SceneBuilder {
public:
    SceneBuilder(GraphScene& scene, const CardFonts& fonts);
    void build();

private:
    // The origin of a value of an opened body: a box of the picture, or a value of the graph.
    struct Inner {
        std::unordered_map<ValueId, std::uint32_t> source; // by value of the body
        std::unordered_map<ValueId, ValueId> outer;        // body input -> value of the graph
    };
    std::uint32_t add(SceneBox box);
    std::uint32_t addTerminal(SceneBox::Kind kind, ValueId value);
    void addNode(const ir::Node& node);
    void addMembers(const ir::Node& node);
    void addToModule(ModuleId module, const ir::Node& node);
    void shortenNames(); // of the cards, together
    void finishModules();
    void connect(ValueId value, std::uint32_t to);
    void connectMembers(const ir::Node& node);
    void addEdges();
    void findHidden(const ir::Connections& connections);
    std::uint32_t outputIndex(std::uint32_t box, ValueId value, bool inner) const;

    GraphScene& m_scene;
    const ir::Graph& m_graph;
    CardMetrics m_metrics;
    ir::Constants m_constants;
    std::unordered_map<NodeId, Inner> m_inner;
    // Boxes of which one is a module: their one edge.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> m_joined;
};

// Edges of one tensor: what they share is drawn once; those that are cut have tags at their ends.
void shareTrunks(std::vector<SceneEdge>& edges);

using BoxName = std::function<QString(std::uint32_t box)>;
// The two ends of an edge that is not drawn name each other, beside the stubs; all portals of one tensor share
// the tag at its source.
void placeTags(std::vector<SceneEdge>& edges, const std::vector<SceneBox>& boxes, const BoxName& name,
               const QFontMetricsF& metrics);

} // namespace edgewright::views
