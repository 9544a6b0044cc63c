// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/graph.h"

#include "core/ir/subgraphs.h"

#include <algorithm>
#include <cassert>

namespace edgewright::ir {

ValueId Graph::addValue(Value value) {
    value.id = nextValue();
    m_values.push_back(std::move(value));
    return m_values.back().id;
}

NodeId Graph::addNode(Node node) {
    node.id = nextNode();
    m_order.push_back(node.id);
    m_nodes.emplace_back(std::move(node));
    return m_order.back();
}

void Graph::removeNode(NodeId id) {
    assert(contains(id));
    m_nodes[id.index()].reset();
    std::erase(m_order, id);
}

void Graph::setOrder(std::vector<NodeId> order) {
    assert(order.size() == m_order.size());
    m_order = std::move(order);
}

void Graph::keepOnly(std::vector<NodeId> order) {
    std::vector<bool> listed(m_nodes.size(), false);
    for (const NodeId id : order) {
        assert(contains(id));
        listed[id.index()] = true;
    }
    for (const NodeId id : m_order)
        if (!listed[id.index()]) m_nodes[id.index()].reset();
    m_order = std::move(order);
}

void Graph::insertNode(Node node, std::size_t position) {
    assert(node.id.valid() && node.id >= nextNode());
    m_nodes.resize(node.id.index() + 1);
    m_order.insert(m_order.begin() + static_cast<std::ptrdiff_t>(std::min(position, m_order.size())), node.id);
    m_nodes[node.id.index()] = std::move(node);
}

void Graph::insertValue(Value value) {
    assert(value.id.valid() && value.id >= nextValue());
    while (nextValue() < value.id)
        addValue({});
    const ValueId id = value.id;
    m_values.push_back(std::move(value));
    m_values.back().id = id;
}

bool Graph::isInput(ValueId id) const { return std::ranges::find(inputs, id) != inputs.end(); }
bool Graph::isOutput(ValueId id) const { return std::ranges::find(outputs, id) != outputs.end(); }

std::optional<ValueId> Graph::findValue(std::string_view wanted) const {
    const auto it = std::ranges::find(m_values, wanted, &Value::name);
    if (it == m_values.end()) return std::nullopt;
    return it->id;
}

std::optional<NodeId> Graph::findNode(std::string_view wanted) const {
    for (const NodeId id : m_order)
        if (node(id).name == wanted) return id;
    for (const NodeId id : m_order)
        if (node(id).label() == wanted) return id;
    return std::nullopt;
}

namespace {

void collectCaptured(const Graph& graph, std::vector<ValueId>& out) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (const auto& outer = graph.value(ValueId(i)).outer) out.push_back(*outer);
}

} // namespace

// A nested subgraph names its captures in the graph around it, so the importer gives each level a value of its
// own.
std::vector<ValueId> capturedValues(const Node& node) {
    std::vector<ValueId> result;
    forEachSubgraph(node, [&](const Subgraph& graph) { collectCaptured(*graph, result); });
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

Connections::Connections(const Graph& graph)
    : m_producer(graph.valueCount()), m_lists(graph.valueCount()), m_rank(graph.nextNode().index(), 0) {
    std::vector<std::pair<ValueId, NodeId>> reads;
    std::vector<NodeId> lastReader(graph.valueCount());
    std::uint64_t place = 0;
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        m_rank[id.index()] = ++place << 32; // with room for others in between
        for (const ValueId output : node.outputs)
            if (output.valid() && graph.contains(output) && !m_producer[output.index()].valid())
                m_producer[output.index()] = id;
        const auto note = [&](ValueId input) {
            if (!input.valid() || !graph.contains(input) || lastReader[input.index()] == id) return;
            lastReader[input.index()] = id;
            reads.emplace_back(input, id);
        };
        std::ranges::for_each(node.inputs, note);
        std::ranges::for_each(capturedValues(node), note);
    }
    for (const auto& [value, reader] : reads)
        ++m_lists[value.index()].room;
    std::uint32_t begin = 0;
    for (Readers& list : m_lists) {
        list.begin = begin;
        begin += list.room;
    }
    m_readers.resize(reads.size());
    for (const auto& [value, reader] : reads) {
        Readers& list = m_lists[value.index()];
        m_readers[list.begin + list.count++] = reader;
    }
}

std::optional<NodeId> Connections::producer(ValueId id) const {
    if (m_trace && id.valid()) m_trace->push_back(id);
    if (!id.valid() || id.index() >= m_producer.size() || !m_producer[id.index()].valid()) return std::nullopt;
    return m_producer[id.index()];
}

std::span<const NodeId> Connections::consumers(ValueId id) const {
    if (m_trace && id.valid()) m_trace->push_back(id);
    if (!id.valid() || id.index() >= m_lists.size()) return {};
    return std::span(m_readers).subspan(m_lists[id.index()].begin, m_lists[id.index()].count);
}

void Connections::setProducer(ValueId value, NodeId node) {
    if (value.index() >= m_producer.size()) m_producer.resize(value.index() + 1);
    m_producer[value.index()] = node;
}

void Connections::setRank(NodeId node, std::uint64_t rank) {
    if (node.index() >= m_rank.size()) m_rank.resize(node.index() + 1, 0);
    m_rank[node.index()] = rank;
}

void Connections::makeRoom(ValueId value) {
    if (value.index() >= m_lists.size()) m_lists.resize(value.index() + 1);
    Readers& list = m_lists[value.index()];
    if (list.count < list.room) return;
    const auto begin = static_cast<std::uint32_t>(m_readers.size());
    list.room = 2 * list.room + 2;
    m_readers.resize(m_readers.size() + list.room);
    std::copy_n(m_readers.begin() + list.begin, list.count, m_readers.begin() + begin);
    list.begin = begin;
}

void Connections::addConsumer(ValueId value, NodeId node) {
    makeRoom(value);
    Readers& list = m_lists[value.index()];
    const auto begin = m_readers.begin() + list.begin;
    const auto end = begin + list.count;
    const auto at = std::lower_bound(begin, end, rank(node),
                                     [&](NodeId each, std::uint64_t wanted) { return rank(each) < wanted; });
    if (at != end && *at == node) return;
    std::move_backward(at, end, end + 1);
    *at = node;
    ++list.count;
}

void Connections::dropConsumer(ValueId value, NodeId node) {
    if (value.index() >= m_lists.size()) return;
    Readers& list = m_lists[value.index()];
    const auto begin = m_readers.begin() + list.begin;
    const auto end = begin + list.count;
    list.count = static_cast<std::uint32_t>(std::remove(begin, end, node) - begin);
}

void Connections::sortConsumers(ValueId value) {
    if (value.index() >= m_lists.size()) return;
    const Readers& list = m_lists[value.index()];
    const auto begin = m_readers.begin() + list.begin;
    std::sort(begin, begin + list.count, [&](NodeId a, NodeId b) { return rank(a) < rank(b); });
}

} // namespace edgewright::ir
