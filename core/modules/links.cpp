// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/links.h"

#include <algorithm>
#include <utility>

namespace edgewright::modules {

Links::Links(const ir::Graph& graph, std::vector<NodeId> order, const ir::Constants& constants)
    : m_order(std::move(order)) {
    const ir::Connections connections(graph);
    std::vector<std::uint32_t> place(graph.nextNode().index(), 0);
    for (std::uint32_t i = 0; i < m_order.size(); ++i) {
        place[m_order[i].index()] = i;
        m_constant.push_back(constants.nodes[m_order[i].index()]);
    }
    for (std::uint32_t i = 0; i < m_order.size(); ++i) {
        m_begin.push_back(m_readers.size());
        if (m_constant[i]) continue;
        for (const ValueId out : graph.node(m_order[i]).outputs) {
            if (!graph.contains(out) || connections.producer(out) != m_order[i]) continue;
            for (const NodeId reader : connections.consumers(out))
                if (reader != m_order[i]) m_readers.push_back(place[reader.index()]);
        }
        const auto first = m_readers.begin() + static_cast<std::ptrdiff_t>(m_begin.back());
        std::sort(first, m_readers.end());
        m_readers.erase(std::unique(first, m_readers.end()), m_readers.end());
    }
    m_begin.push_back(m_readers.size());
}

} // namespace edgewright::modules
