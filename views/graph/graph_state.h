// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the Graph page: a model, a step of its fusion, or a graph inside that somebody went to. Its
// parts read it, and change what is theirs.
#pragma once

#include "core/modules/modules.h"
#include "views/graph/presented.h"
#include "views/support/page/view.h"

#include <QJsonObject>

namespace edgewright::device {
struct Record;
}

namespace edgewright::views {

struct GraphState {
    struct Place { // a graph inside of the model
        QString name;
        std::shared_ptr<const ir::Graph> graph;
        bool isGroup = false;  // its graph holds the members of a fused node
        QJsonObject seen = {}; // of the graph around it, when somebody went in (GraphPair::saveSeen)
    };

    std::shared_ptr<const pipeline::Analysis> analysis;
    std::shared_ptr<const ir::Graph> model; // that everything below is of
    std::shared_ptr<const Presented> presented;
    std::vector<Place> places;
    std::set<NodeId> chosen;  // in the original graph, to be fused
    modules::ModuleId module; // all of it is selected

    const fusion::History* history() const { return analysis ? analysis->fusion.get() : nullptr; }
    bool isCurrent() const { return presented && history() == presented->history.get(); }
    bool inside() const { return !places.empty(); }
    // The graph on the left: the model, or where we are in it.
    std::shared_ptr<const ir::Graph> shownGraph() const { return inside() ? places.back().graph : model; }
    // So many graphs inside begins what is searched: at the model, or at the group that we are in.
    std::size_t searchedDepth() const;
    // The file, or a graph of none: pictures of one have much in common, whatever its extents are.
    std::shared_ptr<const void> source() const;
    QString modelName() const;
    // Nodes of the original graph that `nodes`, of either, stand for.
    std::set<NodeId> baseNodesOf(const std::set<NodeId>& nodes) const;
    // Invalid: none, or of another graph than the one that is shown.
    NodeId selectedNode(const Selection& selection) const;
    // In the original graph: what was fused and could be fused, and of the selected node what was refused.
    std::vector<HullSpec> hulls(NodeId selected) const;
};

// The newest measurement of the present graphs; null: none.
std::shared_ptr<const device::Record> currentRecord(const ViewContext& context);
// The same of each other device, boards and GPUs, by its name.
std::map<std::string, std::shared_ptr<const device::Record>> recordsElsewhere(const ViewContext& context);

} // namespace edgewright::views
