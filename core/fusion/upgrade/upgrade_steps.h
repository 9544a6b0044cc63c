// SPDX-License-Identifier: GPL-3.0-or-later
// The changes of single operators from one opset to the next.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace edgewright::fusion {

// One node of a graph while it is rewritten. References to nodes do not outlive before() and after().
class NodeRewriter {
public:
    // `names` are those of all values, of enclosing and inner graphs as well; new ones are added.
    NodeRewriter(ir::Graph& graph, NodeId id, std::unordered_set<std::string>& names)
        : m_graph(graph), m_id(id), m_names(names) {}

    ir::Node& node() { return m_graph.node(m_id); }
    const ir::TensorType& type(std::size_t input) const;
    const ir::TensorType& outputType(std::size_t output) const;
    const ir::Tensor* known(std::size_t input) const; // complete elements, else null
    bool isRead(ValueId value) const;                 // by a node or as a graph output

    ValueId constant(std::string_view suffix, ir::Tensor tensor);
    ValueId ints(std::string_view suffix, const std::vector<std::int64_t>& values);
    ValueId value(std::string_view suffix, ir::TensorType type);
    // Input `index`, with omitted ones before it where the list is shorter.
    void setInput(std::size_t index, ValueId value);
    void drop(std::string_view attribute);
    // Nodes that the operator now needs in front of it or behind it; they stand for the same base nodes.
    void before(std::string op, std::vector<ValueId> inputs, ValueId output,
                std::vector<ir::Attribute> attributes);
    void after(std::string op, std::vector<ValueId> inputs, ValueId output,
               std::vector<ir::Attribute> attributes);

    const std::vector<NodeId>& nodesBefore() const { return m_before; }
    const std::vector<NodeId>& nodesAfter() const { return m_after; }

private:
    NodeId addNode(std::string op, std::vector<ValueId> inputs, ValueId output,
                   std::vector<ir::Attribute> attributes, std::size_t number);

    ir::Graph& m_graph;
    NodeId m_id;
    std::unordered_set<std::string>& m_names;
    std::vector<NodeId> m_before;
    std::vector<NodeId> m_after;
};

// The reason why the operator cannot be written for the newer version: "axis is not known". Empty: done.
using Why = std::optional<std::string>;

struct UpgradeStep {
    std::string_view op;
    std::int64_t version; // that changed the operator
    Why (*rewrite)(NodeRewriter&);
};

std::span<const UpgradeStep> attributeSteps(); // what was an attribute is an input, or has another default
std::span<const UpgradeStep> meaningSteps();   // what the operator computes is written in another way

} // namespace edgewright::fusion
