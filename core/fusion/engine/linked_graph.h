// SPDX-License-Identifier: GPL-3.0-or-later
// A graph with what a patch on it has to know.
#pragma once

#include "core/fusion/engine/node_order.h"
#include "core/ir/graph.h"

#include <unordered_map>
#include <vector>

namespace edgewright::fusion {

struct LinkedGraph {
    explicit LinkedGraph(ir::Graph given); // in execution order

    ir::Graph graph;
    ir::Connections links;
    NodeOrder order;
    std::unordered_map<NodeId, std::vector<ValueId>> captured; // what the subgraphs of a node read
    std::vector<bool> isInput, isOutput;                       // by value

    bool captures(NodeId node, ValueId value) const;
    std::vector<ValueId> readBy(NodeId node) const; // in its subgraphs, too
    void noteCaptured(NodeId node);
};

} // namespace edgewright::fusion
