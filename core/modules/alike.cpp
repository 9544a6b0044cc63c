// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/alike.h"

#include <functional>
#include <string>

namespace edgewright::modules {

namespace {

void mix(std::uint64_t& hash, std::uint64_t more) { // of splitmix64
    std::uint64_t z = hash + 0x9e3779b97f4a7c15ull + more;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    hash = z ^ (z >> 31);
}

void mix(std::uint64_t& hash, const std::string& text) { mix(hash, std::hash<std::string>{}(text)); }

void mix(std::uint64_t& hash, const ir::TensorType& type) {
    mix(hash, static_cast<std::uint64_t>(type.dtype));
    if (!type.shape) return mix(hash, 1);
    for (const ir::Dim& dim : *type.shape) {
        mix(hash, static_cast<std::uint64_t>(dim.value()));
        if (!dim.known()) mix(hash, dim.symbol());
    }
}

} // namespace

Alike::Alike(const ir::Graph& graph, const ir::Constants& constants)
    : m_graph(graph), m_constants(constants), m_nodes(graph.nextNode().index(), 0),
      m_number(graph.valueCount(), 0), m_lastCall(graph.valueCount(), 0) {
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        std::uint64_t hash = node.inputs.size();
        mix(hash, node.op);
        mix(hash, node.domain);
        for (const ValueId in : node.inputs)
            if (graph.contains(in)) mix(hash, graph.value(in).type);
        mix(hash, node.outputs.size());
        for (const ValueId out : node.outputs)
            if (graph.contains(out)) mix(hash, graph.value(out).type);
        m_nodes[id.index()] = hash;
    }
}

std::uint64_t Alike::kindOf(std::span<const NodeId> nodes) {
    ++m_calls;
    std::uint64_t hash = 0, values = 0;
    const auto number = [&](ValueId id) {
        if (m_lastCall[id.index()] != m_calls) {
            m_lastCall[id.index()] = m_calls;
            m_number[id.index()] = ++values;
        }
        return m_number[id.index()];
    };
    for (const NodeId id : nodes) {
        if (m_constants.nodes[id.index()]) continue;
        mix(hash, m_nodes[id.index()]);
        const ir::Node& node = m_graph.node(id);
        for (const ValueId in : node.inputs)
            mix(hash, !m_graph.contains(in) || m_constants.values[in.index()] ? 0 : number(in));
        for (const ValueId out : node.outputs)
            if (m_graph.contains(out)) mix(hash, number(out));
    }
    return hash;
}

} // namespace edgewright::modules
