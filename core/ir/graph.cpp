// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/graph.h"

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
    for (const Attribute& attribute : node.attributes) {
        if (const auto* graph = std::get_if<std::shared_ptr<const Graph>>(&attribute.value)) {
            if (*graph) collectCaptured(**graph, result);
        } else if (const auto* graphs =
                       std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value)) {
            for (const auto& each : *graphs)
                if (each) collectCaptured(*each, result);
        }
    }
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

Connections::Connections(const Graph& graph)
    : m_producer(graph.valueCount()), m_begin(graph.valueCount() + 1, 0) {
    std::vector<std::pair<ValueId, NodeId>> reads;
    std::vector<NodeId> lastReader(graph.valueCount());
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        for (const ValueId output : node.outputs)
            if (output.valid() && graph.contains(output) && !m_producer[output.index()].valid())
                m_producer[output.index()] = id;
        std::vector<ValueId> read = node.inputs;
        for (const ValueId captured : capturedValues(node))
            read.push_back(captured);
        for (const ValueId input : read) {
            if (!input.valid() || !graph.contains(input) || lastReader[input.index()] == id) continue;
            lastReader[input.index()] = id;
            reads.emplace_back(input, id);
        }
    }
    for (const auto& [value, reader] : reads)
        ++m_begin[value.index() + 1];
    for (std::size_t i = 1; i < m_begin.size(); ++i)
        m_begin[i] += m_begin[i - 1];
    m_readers.resize(reads.size());
    std::vector<std::uint32_t> next(m_begin.begin(), m_begin.end() - 1);
    for (const auto& [value, reader] : reads)
        m_readers[next[value.index()]++] = reader;
}

std::optional<NodeId> Connections::producer(ValueId id) const {
    if (!id.valid() || id.index() >= m_producer.size() || !m_producer[id.index()].valid()) return std::nullopt;
    return m_producer[id.index()];
}

std::span<const NodeId> Connections::consumers(ValueId id) const {
    if (!id.valid() || id.index() + 1 >= m_begin.size()) return {};
    return std::span(m_readers).subspan(m_begin[id.index()], m_begin[id.index() + 1] - m_begin[id.index()]);
}

} // namespace edgewright::ir
