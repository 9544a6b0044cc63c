// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes in the order in which they are drawn: each module is a contiguous range of it.
#pragma once

#include "core/modules/links.h"
#include "core/modules/regions.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::modules {

class DrawOrder {
public:
    DrawOrder(const ir::Graph& graph, const Links& links)
        : m_graph(graph), m_links(links), m_positionOf(links.size(), 0) {}

    void append(std::uint32_t place); // in the links
    std::size_t size() const { return m_nodes.size(); }
    const std::vector<NodeId>& nodes() const { return m_nodes; }
    const ir::Node& node(std::size_t position) const { return m_graph.node(m_nodes[position]); }
    std::span<const NodeId> nodes(Range range) const {
        return std::span(m_nodes).subspan(range.begin, range.size());
    }
    std::size_t operatorsIn(Range range) const;   // without those that only compute constants
    std::string operatorsText(Range range) const; // "Conv, Sigmoid, Mul, …"
    // The position of the last node in `range` that reads the one at `position`; else `position`.
    std::size_t lastReader(std::size_t position, Range range) const;

private:
    const ir::Graph& m_graph;
    const Links& m_links;
    std::vector<NodeId> m_nodes;
    std::vector<std::uint32_t> m_places;     // by position
    std::vector<std::uint32_t> m_positionOf; // by place
};

} // namespace edgewright::modules
