// SPDX-License-Identifier: GPL-3.0-or-later
// GraphProto and FunctionProto to ir::Graph, names to ids, subgraphs and function calls included.
#pragma once

#include "core/ir/graph.h"
#include "core/onnx/reading/import_state.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace edgewright::onnx {

class GraphReader {
public:
    struct Scope {
        GraphReader* outer = nullptr;       // whose values may be read from here; none for a function body
        const Bindings* bindings = nullptr; // inside a function body
        int depth = 0;                      // graphs around this one, function bodies included
        std::string where;                  // "'then_branch' of node 'If_1'"; empty for the model's own graph
        NodeId topNode;                     // the node of the model's own graph that this one is part of
    };

    GraphReader(ImportState& state, Scope scope) : m_state(state), m_scope(std::move(scope)) {}

    // Both take weights and strings out of the message as they go.
    Result<ir::Graph> read(pb::GraphProto& proto);
    Result<ir::Graph> read(pb::FunctionProto& proto);

    const Scope& scope() const { return m_scope; }
    const Extent& extent() const { return m_extent; }
    // The scope of a graph that belongs to node `id`, under the name of an attribute (or "body").
    Scope inner(const std::string& part, const std::string& nodeLabel, NodeId id);
    // `subject` is "node 'Conv_3'"; the message becomes "node 'Conv_3' <what>".
    void report(Severity severity, std::string code, const std::string& subject, std::string what,
                NodeId node = {}, ValueId value = {});
    // Keeps ir::verify from reporting `code` for `subject` again.
    void explain(std::string code, const std::string& subject);

private:
    using Nodes = google::protobuf::RepeatedPtrField<pb::NodeProto>;

    std::string placeOf(const std::string& subject) const;

    // Names (graph_reader.cpp)
    ValueId add(const std::string& name);
    ValueId define(const std::string& name);
    std::optional<ValueId> capture(const std::string& name);
    ValueId resolve(const std::string& name);
    ValueId produce(const std::string& name, NodeId node, const std::string& label);
    void declareInputs(pb::GraphProto& proto);
    Result<void> readConstants(pb::GraphProto& proto);
    void addConstant(const std::string& name, Result<ReadTensor> read, std::string kept);
    void keepRest(ValueId id, const pb::ValueInfoProto& info);
    void readOpsets(const pb::FunctionProto& proto);
    void declareType(ValueId id, const pb::TypeProto& type);
    void announce(const Nodes& nodes);

    // Nodes (node_reader.cpp)
    Result<void> readNodes(Nodes& nodes);
    Result<void> readNode(pb::NodeProto& proto);
    Result<void> readAttributes(pb::NodeProto& proto, ir::Node& node, NodeId id);
    Result<ir::AttributeValue> readAttribute(pb::AttributeProto& proto, const ir::Node& node, NodeId id);
    Result<ir::Tensor> readTensor(pb::TensorProto& proto, const std::string& attribute, const ir::Node& node,
                                  NodeId id);
    Result<std::shared_ptr<const ir::Graph>> readSubgraph(pb::GraphProto& proto, const std::string& attribute,
                                                          const ir::Node& node, NodeId id);
    Result<void> attachBody(const pb::NodeProto& proto, ir::Node& node, NodeId id);
    void reportUnsorted();

    enum class State : std::uint8_t { Missing, Announced, Written };

    // Who writes a value of this graph.
    struct Claim {
        std::size_t nodesLeft = 0; // that have not been read yet
        bool initializer = false;  // has the same name
        bool constantsOnly = true; // and initializers
    };

    ImportState& m_state;
    Scope m_scope;
    Extent m_extent;
    ir::Graph m_graph;
    std::unordered_map<std::string, ValueId> m_names;
    std::vector<State> m_written;                // by value
    std::unordered_map<ValueId, Claim> m_claims; // of values that nodes write
    NodeId m_unsorted;                           // the first node that reads what a later node writes
};

} // namespace edgewright::onnx
