// SPDX-License-Identifier: GPL-3.0-or-later
// The graph: operators (nodes) that read and write tensors (values).
//
//   value --> node --> value --> node --> value
//
// A graph that was read from a file may break every rule that `verify` knows; everything here stays defined
// then. Ids are never reused: a node keeps its id in every graph that fusion derives from this one.
#pragma once

#include "core/ir/node.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::ir {

using Opsets = std::map<std::string, std::int64_t, std::less<>>; // domain -> version; "" is the standard domain

// The version of a domain; 1 where none is named.
inline std::int64_t opsetOf(const Opsets& opsets, std::string_view domain = {}) {
    const auto it = opsets.find(domain);
    return it == opsets.end() ? 1 : it->second;
}

struct Value {
    ValueId id; // set by Graph::addValue
    std::string name;
    TensorType type; // declared in the file or inferred
    // An initializer. Its bytes may be missing (Tensor::hasData).
    std::optional<Tensor> constant;
    // Produced by a node, but its elements follow from constants and shapes alone (shape inference fills this).
    std::optional<Tensor> folded;
    // In a subgraph: the value of the enclosing graph that this one is.
    std::optional<ValueId> outer;
    // A declared type that is no dense tensor (sequence, map, optional, sparse): the file's bytes, kept for
    // export.
    std::string otherType;
    // All else that the file says of it: the bytes of a ValueInfoProto, or, of an initializer, of a
    // TensorProto.
    std::string kept;
    // Known elements, from either source; null when they depend on the input.
    const Tensor* known() const {
        if (constant && constant->hasData()) return &*constant;
        return folded ? &*folded : nullptr;
    }
};

class Graph {
public:
    std::string name;
    std::string doc;
    std::vector<ValueId> inputs; // without initializers, even where the file lists them as inputs too
    std::vector<ValueId> outputs;
    Opsets opsets;    // of a function body (and the graphs in it) with versions of its own; empty: the model's
    std::string kept; // what else the file says: the bytes of a GraphProto or FunctionProto, for export

    ValueId addValue(Value value); // id becomes nextValue()
    NodeId addNode(Node node);     // appended to the order; id becomes nextNode()
    void removeNode(NodeId id);
    void setOrder(std::vector<NodeId> order); // a permutation of order()
    // For patches: inserts with the id that node.id/value.id holds, which must be >= nextNode()/nextValue().
    void insertNode(Node node, std::size_t position);
    void insertValue(Value value);
    // For engines that make many changes: `order` becomes the order, and every node that it does not list goes.
    void keepOnly(std::vector<NodeId> order);

    NodeId nextNode() const { return NodeId(m_nodes.size()); }
    ValueId nextValue() const { return ValueId(m_values.size()); }
    bool contains(NodeId id) const { return id.index() < m_nodes.size() && m_nodes[id.index()].has_value(); }
    bool contains(ValueId id) const { return id.index() < m_values.size(); }
    const Node& node(NodeId id) const { return *m_nodes.at(id.index()); }
    Node& node(NodeId id) { return *m_nodes.at(id.index()); }
    const Value& value(ValueId id) const { return m_values.at(id.index()); }
    Value& value(ValueId id) { return m_values.at(id.index()); }
    // Nodes in the order of the file, or in execution order once sorted.
    const std::vector<NodeId>& order() const { return m_order; }
    std::size_t nodeCount() const { return m_order.size(); }
    std::size_t valueCount() const { return m_values.size(); }
    bool isInput(ValueId id) const;
    bool isOutput(ValueId id) const;
    std::optional<ValueId> findValue(std::string_view name) const; // linear
    std::optional<NodeId> findNode(std::string_view name) const;   // by name, else by label; linear

private:
    std::vector<std::optional<Node>> m_nodes; // by id; empty where removed
    std::vector<Value> m_values;              // by id
    std::vector<NodeId> m_order;
};

// The operator sets that hold in `graph`, where `outer` hold around it.
inline const Opsets& opsetsOf(const Graph& graph, const Opsets& outer) {
    return graph.opsets.empty() ? outer : graph.opsets;
}

// Who writes and who reads each value. Made once for a graph; knows of later changes only what it is told.
// Reads from inside a node's subgraphs (If, Loop, Scan bodies) count as reads by that node.
class Connections {
public:
    explicit Connections(const Graph& graph);
    // The first producer, if any.
    std::optional<NodeId> producer(ValueId id) const;
    // Each reading node once, in graph order.
    std::span<const NodeId> consumers(ValueId id) const;
    // Compares places in the graph's order: of two nodes, the one with the smaller rank comes first.
    std::uint64_t rank(NodeId id) const { return id.index() < m_rank.size() ? m_rank[id.index()] : 0; }

    // For an engine that changes the graph and keeps this true. An invalid node: nobody writes the value.
    void setProducer(ValueId value, NodeId node);
    void setRank(NodeId node, std::uint64_t rank);
    void addConsumer(ValueId value, NodeId node); // at its place by rank; once
    void dropConsumer(ValueId value, NodeId node);
    void sortConsumers(ValueId value); // by rank
    // While set, the values that are asked about are noted in `trace`, repetitions included.
    void traceTo(std::vector<ValueId>* trace) { m_trace = trace; }

private:
    struct Readers {
        std::uint32_t begin = 0; // into m_readers
        std::uint32_t count = 0;
        std::uint32_t room = 0;
    };
    void makeRoom(ValueId value);

    std::vector<NodeId> m_producer;
    std::vector<Readers> m_lists; // by value
    std::vector<NodeId> m_readers;
    std::vector<std::uint64_t> m_rank; // by node
    std::vector<ValueId>* m_trace = nullptr;
};

// The ids of values of the enclosing graph that the node's subgraphs read (nested ones included).
std::vector<ValueId> capturedValues(const Node& node);

struct Model {
    std::int64_t irVersion = 0;
    std::string producerName;
    std::string producerVersion;
    std::string domain;
    std::int64_t modelVersion = 0;
    std::string doc;
    Opsets opsets;
    std::vector<std::pair<std::string, std::string>> metadata;
    std::string kept;          // what else the file says: a ModelProto's bytes, for export
    bool externalData = false; // weights lie in files beside the model
    Graph graph;
    std::int64_t opset() const { return opsetOf(opsets); } // of the standard domain
};

} // namespace edgewright::ir
