// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes that are equal for nodes, and for ranges of nodes, that are built alike.
#pragma once

#include "core/modules/links.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::modules {

class Alike {
public:
    Alike(const ir::Graph& graph, const ir::Constants& constants);
    // Equal for nodes of one operator with equal types of what they read and write.
    std::uint64_t kindOf(NodeId id) const { return m_nodes[id.index()]; }
    // Equal for ranges of equal nodes that are wired alike, inside and to outside (there up to which node it
    // is). Nodes that compute constants do not count. 64 bits of a hash.
    std::uint64_t kindOf(std::span<const NodeId> nodes);

private:
    const ir::Graph& m_graph;
    const ir::Constants& m_constants;
    std::vector<std::uint64_t> m_nodes;    // by node
    std::vector<std::uint64_t> m_number;   // by value: its number in the present call, where it has one
    std::vector<std::uint32_t> m_lastCall; // by value: the call in which it was seen last
    std::uint32_t m_calls = 0;
};

} // namespace edgewright::modules
