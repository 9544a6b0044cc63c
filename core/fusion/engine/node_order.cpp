// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/node_order.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::fusion {

namespace {

constexpr std::uint64_t Gap = std::uint64_t(1) << 32; // between the ranks of neighbours, at first

} // namespace

NodeOrder::NodeOrder(const ir::Graph& graph)
    : m_next(graph.nextNode().index()), m_previous(graph.nextNode().index()),
      m_linked(graph.nextNode().index(), false) {
    for (const NodeId id : graph.order()) {
        m_linked[id.index()] = true;
        m_previous[id.index()] = m_last;
        (m_last.valid() ? m_next[m_last.index()] : m_first) = id;
        m_last = id;
    }
}

std::vector<NodeId> NodeOrder::nodes() const {
    std::vector<NodeId> order;
    for (NodeId id = m_first; id.valid(); id = next(id))
        order.push_back(id);
    return order;
}

void NodeOrder::unlink(NodeId node) {
    const NodeId before = m_previous[node.index()];
    const NodeId after = m_next[node.index()];
    (before.valid() ? m_next[before.index()] : m_first) = after;
    (after.valid() ? m_previous[after.index()] : m_last) = before;
    m_linked[node.index()] = false;
}

void NodeOrder::linkBehind(NodeId before, const std::vector<NodeId>& nodes, ir::Connections& ranks) {
    if (nodes.empty()) return;
    const std::size_t ids = std::max<std::size_t>(m_next.size(), std::ranges::max(nodes).index() + 1);
    m_next.resize(ids);
    m_previous.resize(ids);
    m_linked.resize(ids, false);
    const NodeId after = before.valid() ? m_next[before.index()] : m_first;
    NodeId last = before;
    for (const NodeId id : nodes) {
        m_linked[id.index()] = true;
        m_previous[id.index()] = last;
        (last.valid() ? m_next[last.index()] : m_first) = id;
        last = id;
    }
    m_next[last.index()] = after;
    (after.valid() ? m_previous[after.index()] : m_last) = last;
    spread(nodes.front(), nodes.size(), ranks);
}

void NodeOrder::reorder(const std::vector<NodeId>& window, ir::Connections& ranks) {
    const std::unordered_set<NodeId> inside(window.begin(), window.end());
    NodeId head = window.front();
    while (m_previous[head.index()].valid() && inside.contains(m_previous[head.index()]))
        head = m_previous[head.index()];
    const NodeId before = m_previous[head.index()];
    for (const NodeId id : window)
        unlink(id);
    linkBehind(before, window, ranks);
}

// Ranks for `count` nodes in a row, between those of their neighbours.
void NodeOrder::spread(NodeId first, std::size_t count, ir::Connections& ranks) const {
    NodeId last = first;
    for (std::size_t i = 1; i < count; ++i)
        last = m_next[last.index()];
    const NodeId before = m_previous[first.index()];
    const NodeId after = m_next[last.index()];
    const std::uint64_t low = before.valid() ? ranks.rank(before) : 0;
    const std::uint64_t high = after.valid() ? ranks.rank(after) : low + Gap * (count + 1);
    const std::uint64_t step = (high - low) / (count + 1);
    if (step == 0) return renumber(ranks);
    std::uint64_t rank = low;
    for (NodeId id = first; count > 0; id = m_next[id.index()], --count)
        ranks.setRank(id, rank += step);
}

void NodeOrder::renumber(ir::Connections& ranks) const {
    std::uint64_t rank = 0;
    for (NodeId id = m_first; id.valid(); id = m_next[id.index()])
        ranks.setRank(id, rank += Gap);
}

} // namespace edgewright::fusion
