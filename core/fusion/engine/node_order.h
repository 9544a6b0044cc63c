// SPDX-License-Identifier: GPL-3.0-or-later
// The order of a graph while nodes come and go: a linked list, whose ranks (ir::Connections) leave room between
// neighbours.
#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::fusion {

class NodeOrder {
public:
    // In the order of the graph, whose connections have ranks already.
    explicit NodeOrder(const ir::Graph& graph);

    NodeId first() const { return m_first; } // invalid: there are no nodes
    NodeId next(NodeId id) const { return m_next[id.index()]; }
    bool contains(NodeId id) const { return id.index() < m_linked.size() && m_linked[id.index()]; }
    std::vector<NodeId> nodes() const;

    // The rest gives `ranks` to what moves.
    void unlink(NodeId node);
    void linkBehind(NodeId before, const std::vector<NodeId>& nodes, ir::Connections& ranks); // invalid: first
    // The nodes of the window stand one behind the other but for their order.
    void reorder(const std::vector<NodeId>& window, ir::Connections& ranks);

private:
    void spread(NodeId first, std::size_t count, ir::Connections& ranks) const;
    void renumber(ir::Connections& ranks) const;

    std::vector<NodeId> m_next, m_previous; // by node
    std::vector<bool> m_linked;
    NodeId m_first, m_last;
};

} // namespace edgewright::fusion
