// SPDX-License-Identifier: GPL-3.0-or-later
// Builds small graphs in a few lines, for tests, bodies of fused groups and generated models.
#pragma once

#include "core/ir/graph.h"

#include <string>
#include <vector>

namespace edgewright::ir {

class GraphBuilder {
public:
    explicit GraphBuilder(std::string name = "graph") { m_graph.name = std::move(name); }

    ValueId input(std::string name, TensorType type) {
        const ValueId id = value(std::move(name), std::move(type));
        m_graph.inputs.push_back(id);
        return id;
    }
    ValueId constant(std::string name, Tensor tensor) {
        const ValueId id = value(std::move(name), tensor.type());
        m_graph.value(id).constant = std::move(tensor);
        return id;
    }
    ValueId value(std::string name, TensorType type = {}) {
        Value value;
        value.name = std::move(name);
        value.type = std::move(type);
        return m_graph.addValue(std::move(value));
    }
    // One output, named "<op>_<node id>_out"; the node is named "<op>_<node id>".
    ValueId node(const std::string& op, std::vector<ValueId> inputs, std::vector<Attribute> attributes = {}) {
        const std::string label = op + "_" + std::to_string(m_graph.nextNode().index());
        const ValueId out = value(label + "_out");
        nodeInto(op, std::move(inputs), {out}, std::move(attributes));
        return out;
    }
    NodeId nodeInto(const std::string& op, std::vector<ValueId> inputs, std::vector<ValueId> outputs,
                    std::vector<Attribute> attributes = {}) {
        Node node;
        node.name = op + "_" + std::to_string(m_graph.nextNode().index());
        node.op = op;
        node.inputs = std::move(inputs);
        node.outputs = std::move(outputs);
        node.attributes = std::move(attributes);
        return m_graph.addNode(std::move(node));
    }
    void output(ValueId id) { m_graph.outputs.push_back(id); }
    Graph& graph() { return m_graph; }
    Graph take() { return std::move(m_graph); }

private:
    Graph m_graph;
};

} // namespace edgewright::ir
