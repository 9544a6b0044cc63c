// SPDX-License-Identifier: GPL-3.0-or-later
// Finds nodes in graphs and in all graphs inside of them: branches, bodies of loops, functions. Groups are not
// entered: the original graph has their members.
#pragma once

#include "views/graph/panels/insides.h"
#include "views/graph/panels/node_query.h"

#include <map>
#include <set>

namespace edgewright::views {

// From the outermost graph inwards: each node that holds the next graph.
struct WayStep {
    QString label; // of that node
    Inside inside;
};
using Way = std::vector<WayStep>;

struct DeepHit {
    std::shared_ptr<const Way> way; // never null; empty: in one of the graphs that are searched
    NodeId node;
    QString label;
    QString text() const; // "Loop_12 › body › Conv_3"
};

struct DeepFound {
    std::vector<DeepHit> hits; // by graph, the nodes that hold others ahead of what is inside
    // By graph: its nodes that take part, and those that hold a graph with any.
    std::map<const ir::Graph*, std::set<NodeId>> marked;
    bool empty() const { return marked.empty(); }
    std::set<NodeId> markedIn(const ir::Graph* graph) const;
};

// In this order; a node of the same number that several have at one place counts once, and so does a function
// that several nodes call.
Result<DeepFound> findEverywhere(const NodeQuery& query,
                                 const std::vector<std::shared_ptr<const ir::Graph>>& graphs,
                                 const RunContext& run = {});

} // namespace edgewright::views
