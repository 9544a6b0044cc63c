// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/verify.h"

#include "core/base/say.h"
#include "core/ir/order.h"

#include <unordered_map>
#include <unordered_set>

namespace edgewright::ir {

namespace {

class Verifier {
public:
    // `bodies`: those that were seen. Calls of one function share a body, which is looked at once.
    Verifier(const Graph& graph, std::string where, int depth, std::unordered_set<const Graph*>& bodies)
        : m_graph(graph), m_where(std::move(where)), m_depth(depth), m_bodies(bodies) {}

    Diagnostics run() {
        checkValues();
        for (const NodeId id : m_graph.order())
            checkNode(m_graph.node(id));
        checkOutputs();
        for (const NodeId id : executionOrder(m_graph).cyclic)
            add("cycle", say("depends on its own output, directly or through other nodes"), id, {},
                placeOf(m_graph.node(id)));
        return std::move(m_found);
    }

private:
    void add(std::string code, const std::string& message, NodeId node, ValueId value,
             const std::string& place) {
        const std::string full = m_where.empty() ? place : sayIn("place", "{1} in {2}", place, m_where);
        m_found.push_back(
            {Severity::Error, std::move(code), sayIn("finding", "{1} {2}", place, message), node, value, full});
    }
    static std::string placeOf(const Node& node) { return say("node '{1}'", node.label()); }
    static std::string initializer(const Value& value) { return say("initializer '{1}'", value.name); }

    void checkValues() {
        m_written.assign(m_graph.valueCount(), 0);
        m_isInput.assign(m_graph.valueCount(), false);
        for (const ValueId id : m_graph.inputs) {
            if (id.valid() && m_graph.contains(id))
                m_isInput[id.index()] = true;
            else
                add("invalid-id", say("is not in the graph"), {}, id, say("a graph input"));
        }
        std::unordered_map<std::string_view, ValueId> names;
        for (std::size_t i = 0; i < m_graph.valueCount(); ++i) {
            const ValueId id(i);
            const Value& value = m_graph.value(id);
            if (!value.name.empty() && !names.emplace(value.name, id).second)
                add("duplicate-name", say("has the same name as another value"), {}, id,
                    say("value '{1}'", value.name));
            if (!value.constant) continue;
            const Tensor& tensor = *value.constant;
            if (!tensor.hasData()) {
                add("missing-data", say("is an initializer whose data is missing"), {}, id, initializer(value));
            } else if (tensor.dtype() != DataType::String) {
                const auto bytes = tensor.type().bytes();
                if (!bytes || static_cast<std::size_t>(*bytes) != tensor.bytes().size())
                    add("constant-bytes",
                        bytes ? say("holds {1} bytes where {2} asks for {3}", tensor.bytes().size(),
                                    tensor.type().text(), *bytes)
                              : say("holds {1} bytes where {2} asks for more than can be counted",
                                    tensor.bytes().size(), tensor.type().text()),
                        {}, id, initializer(value));
            }
        }
    }

    void checkNode(const Node& node) {
        if (node.op.empty()) add("empty-operator", say("names no operator"), node.id, {}, placeOf(node));
        for (const ValueId output : node.outputs) {
            if (!output.valid()) continue;
            if (!m_graph.contains(output)) {
                add("invalid-id", say("writes a value that is not in the graph"), node.id, output,
                    placeOf(node));
                continue;
            }
            const Value& value = m_graph.value(output);
            if (++m_written[output.index()] > 1)
                add("two-producers", say("writes '{1}', which another node writes too", value.name), node.id,
                    output, placeOf(node));
            else if (value.constant || m_isInput[output.index()])
                add("two-producers",
                    value.constant ? say("writes '{1}', which is an initializer", value.name)
                                   : say("writes '{1}', which is a graph input", value.name),
                    node.id, output, placeOf(node));
        }
        checkSubgraphs(node);
    }

    void checkSubgraphs(const Node& node) {
        if (m_depth > 64) {
            add("nesting", say("nests subgraphs deeper than 64 levels"), node.id, {}, placeOf(node));
            return;
        }
        const auto descend = [&](const Graph& graph, const std::string& what) {
            for (Diagnostic found :
                 Verifier(graph, say("'{1}' of node '{2}'", what, node.label()), m_depth + 1, m_bodies).run()) {
                found.node = node.id; // the place to jump to is the node in this graph
                found.value = {};
                m_found.push_back(std::move(found));
            }
        };
        for (const Attribute& attribute : node.attributes) {
            if (const auto* graph = std::get_if<std::shared_ptr<const Graph>>(&attribute.value);
                graph && *graph)
                descend(**graph, attribute.name);
            if (const auto* graphs = std::get_if<std::vector<std::shared_ptr<const Graph>>>(&attribute.value))
                for (const auto& each : *graphs)
                    if (each) descend(*each, attribute.name);
        }
        if (node.body && m_bodies.insert(node.body.get()).second) descend(*node.body, "body");
    }

    bool available(ValueId id) const {
        const Value& value = m_graph.value(id);
        return value.constant || value.outer || m_written[id.index()] > 0 || m_isInput[id.index()];
    }

    void checkCaptured(const Node& node) {
        const auto place = [&] { return say("a subgraph of node '{1}'", node.label()); };
        for (const ValueId captured : capturedValues(node)) {
            if (!captured.valid() || !m_graph.contains(captured))
                add("invalid-id", say("captures a value that is not in the graph"), node.id, captured, place());
            else if (!available(captured))
                add("missing-input",
                    say("captures '{1}', which nothing provides", m_graph.value(captured).name), node.id,
                    captured, place());
        }
    }

    void checkOutputs() {
        for (const NodeId nodeId : m_graph.order()) {
            const Node& node = m_graph.node(nodeId);
            for (const ValueId input : node.inputs) {
                if (!input.valid()) continue;
                if (!m_graph.contains(input))
                    add("invalid-id", say("reads a value that is not in the graph"), nodeId, input,
                        placeOf(node));
                else if (!available(input))
                    add("missing-input", say("reads '{1}', which nothing provides", m_graph.value(input).name),
                        nodeId, input, placeOf(node));
            }
            checkCaptured(node);
        }
        for (const ValueId output : m_graph.outputs) {
            if (!output.valid() || !m_graph.contains(output))
                add("invalid-id", say("is not in the graph"), {}, output, say("a graph output"));
            else if (!available(output))
                add("missing-input", say("is written by no node"), {}, output,
                    say("graph output '{1}'", m_graph.value(output).name));
        }
    }

    const Graph& m_graph;
    std::string m_where;
    int m_depth;
    std::unordered_set<const Graph*>& m_bodies;
    std::vector<int> m_written;
    std::vector<bool> m_isInput;
    Diagnostics m_found;
};

} // namespace

Diagnostics verify(const Graph& graph) {
    std::unordered_set<const Graph*> bodies;
    return Verifier(graph, {}, 0, bodies).run();
}

} // namespace edgewright::ir
