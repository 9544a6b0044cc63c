// SPDX-License-Identifier: GPL-3.0-or-later
// The part of GraphReader that reads nodes and their attributes.
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/onnx/kept_fields.h"
#include "core/onnx/reading/function_library.h"
#include "core/onnx/reading/graph_reader.h"
#include "core/onnx/types.h"

#include "core/ir/footprint.h"
#include "core/ir/order.h"

namespace edgewright::onnx {

namespace {

using Type = pb::AttributeProto;

// Files of the first IR versions name no type: the field that is filled tells. A number that protobuf's
// enumeration does not know lands among the unknown fields, and then nothing tells.
int typeOf(const pb::AttributeProto& proto) {
    if (proto.has_type() && proto.type() != Type::UNDEFINED) return proto.type();
    const auto& unknown = proto.unknown_fields();
    for (int i = 0; i < unknown.field_count(); ++i)
        if (unknown.field(i).number() == Type::kTypeFieldNumber) return Type::UNDEFINED;
    if (proto.has_f()) return Type::FLOAT;
    if (proto.has_i()) return Type::INT;
    if (proto.has_s()) return Type::STRING;
    if (proto.has_t()) return Type::TENSOR;
    if (proto.has_g()) return Type::GRAPH;
    if (proto.floats_size() > 0) return Type::FLOATS;
    if (proto.ints_size() > 0) return Type::INTS;
    if (proto.strings_size() > 0) return Type::STRINGS;
    if (proto.tensors_size() > 0) return Type::TENSORS;
    if (proto.graphs_size() > 0) return Type::GRAPHS;
    return Type::UNDEFINED;
}

} // namespace

Result<void> GraphReader::readNodes(Nodes& nodes) {
    int done = 0;
    for (auto& node : nodes) {
        if (done++ % 64 == 0 && m_state.run.stopped()) return cancelled();
        RETURN_IF_ERROR(readNode(node));
        node.Clear();
    }
    return {};
}

Result<void> GraphReader::readNode(pb::NodeProto& proto) {
    const NodeId id = m_graph.nextNode();
    ir::Node node;
    node.id = id; // for the label
    node.name = proto.name();
    node.domain = domainOf(proto.domain());
    node.op = proto.op_type();
    node.doc = proto.doc_string();
    node.overload = FunctionLibrary::overloadOf(proto);
    node.kept = unknownFields(proto, {NodeOverload});
    node.hierarchy = m_state.hierarchies.read(proto, m_scope.topNode.valid() ? m_scope.topNode : id,
                                              node.label(), m_state.memory);
    for (const std::string& name : proto.input()) {
        node.inputs.push_back(resolve(name));
        const ValueId input = node.inputs.back();
        if (!m_unsorted.valid() && input.valid() && m_written[input.index()] == State::Announced)
            m_unsorted = id;
    }
    // Before the attributes are taken out of the message: a body is made with them.
    RETURN_IF_ERROR(attachBody(proto, node, id));
    RETURN_IF_ERROR(readAttributes(proto, node, id));
    for (const std::string& name : proto.output())
        node.outputs.push_back(produce(name, id, node.label()));
    m_state.memory.add(ir::footprint(node));
    m_graph.addNode(std::move(node));
    if (m_state.memory.exceeded()) return m_state.memory.refusal(say("its graph"));
    return {};
}

Result<void> GraphReader::attachBody(const pb::NodeProto& proto, ir::Node& node, NodeId id) {
    if (!m_state.functions || !m_state.functions->holds(proto)) return {};
    ASSIGN_OR_RETURN(auto body, m_state.functions->instantiate(proto, *this, inner("body", node.label(), id),
                                                               m_extent.nodes));
    if (!body.code.empty()) {
        if (!body.silent) report(Severity::Error, body.code, say("node '{1}'", node.label()), body.fault, id);
        return {};
    }
    node.body = body.graph;
    m_extent.contain(body.extent);
    return {};
}

Result<void> GraphReader::readAttributes(pb::NodeProto& proto, ir::Node& node, NodeId id) {
    for (auto& attribute : *proto.mutable_attribute()) {
        pb::AttributeProto bound;
        pb::AttributeProto* source = &attribute;
        if (!attribute.ref_attr_name().empty() && m_scope.bindings) {
            const auto it = m_scope.bindings->find(attribute.ref_attr_name());
            if (it == m_scope.bindings->end())
                continue; // not given and without default: the node goes without too
            bound = it->second;
            bound.set_name(attribute.name());
            source = &bound;
        }
        ASSIGN_OR_RETURN(auto value, readAttribute(*source, node, id));
        // A sparse constant has become a dense one.
        const bool dense = attribute.name() == "sparse_value" && std::holds_alternative<ir::Tensor>(value);
        node.attributes.push_back({dense ? "value" : attribute.name(), std::move(value)});
    }
    return {};
}

Result<ir::AttributeValue> GraphReader::readAttribute(pb::AttributeProto& proto, const ir::Node& node,
                                                      NodeId id) {
    const auto opaque = [&] {
        return ir::AttributeValue(ir::OpaqueAttribute{proto.SerializePartialAsString()});
    };
    const auto subject = [&] { return say("attribute '{1}' of node '{2}'", proto.name(), node.label()); };
    if (!proto.ref_attr_name().empty()) {
        report(
            Severity::Error, "attribute-reference", subject(),
            say("refers to the attribute {1} of a function, but is in none", inQuotes(proto.ref_attr_name())),
            id);
        return opaque();
    }
    const auto type = typeOf(proto);
    if ((type == Type::GRAPH || type == Type::GRAPHS) && m_scope.depth >= m_state.limits.subgraphDepth) {
        report(Severity::Error, "too-deep", subject(),
               say("nests subgraphs deeper than the limit of {1} levels; what is deeper is kept, but not "
                   "looked into",
                   m_state.limits.subgraphDepth),
               id);
        return opaque();
    }
    switch (type) {
    case Type::FLOAT:
        return ir::AttributeValue(proto.f());
    case Type::INT:
        return ir::AttributeValue(static_cast<std::int64_t>(proto.i()));
    case Type::STRING:
        return ir::AttributeValue(std::move(*proto.mutable_s()));
    case Type::TENSOR: {
        ASSIGN_OR_RETURN(auto tensor, readTensor(*proto.mutable_t(), proto.name(), node, id));
        return ir::AttributeValue(std::move(tensor));
    }
    case Type::SPARSE_TENSOR: {
        if (!node.is("Constant")) return opaque();
        auto read = m_state.tensors.readSparse(*proto.mutable_sparse_tensor());
        if (!read) return std::move(read).error().within(placeOf(subject()));
        if (!read->code.empty()) report(Severity::Error, read->code, subject(), read->fault, id);
        return ir::AttributeValue(std::move(read->tensor));
    }
    case Type::GRAPH: {
        ASSIGN_OR_RETURN(auto graph, readSubgraph(*proto.mutable_g(), proto.name(), node, id));
        return ir::AttributeValue(std::move(graph));
    }
    case Type::FLOATS:
        return ir::AttributeValue(std::vector<float>(proto.floats().begin(), proto.floats().end()));
    case Type::INTS:
        return ir::AttributeValue(std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
    case Type::STRINGS:
        return ir::AttributeValue(std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
    case Type::TENSORS: {
        std::vector<ir::Tensor> tensors;
        for (auto& each : *proto.mutable_tensors()) {
            ASSIGN_OR_RETURN(auto tensor, readTensor(each, proto.name(), node, id));
            tensors.push_back(std::move(tensor));
        }
        return ir::AttributeValue(std::move(tensors));
    }
    case Type::GRAPHS: {
        std::vector<std::shared_ptr<const ir::Graph>> graphs;
        for (auto& each : *proto.mutable_graphs()) {
            ASSIGN_OR_RETURN(auto graph, readSubgraph(each, proto.name(), node, id));
            graphs.push_back(std::move(graph));
        }
        return ir::AttributeValue(std::move(graphs));
    }
    case Type::UNDEFINED:
        report(Severity::Warning, "unknown-attribute-type", subject(),
               say("has a type that is not known; it is kept as it is"), id);
        return opaque();
    case Type::TYPE_PROTO: {
        const DeclaredType declared = readType(proto.tp());
        return ir::AttributeValue(ir::OpaqueAttribute{proto.SerializePartialAsString(), declared.tensor});
    }
    default:
        return opaque(); // lists of types and of sparse tensors: kept for export
    }
}

Result<ir::Tensor> GraphReader::readTensor(pb::TensorProto& proto, const std::string& attribute,
                                           const ir::Node& node, NodeId id) {
    const auto subject = [&] { return say("attribute '{1}' of node '{2}'", attribute, node.label()); };
    auto read = m_state.tensors.read(proto);
    if (!read) return std::move(read).error().within(placeOf(subject()));
    if (!read->code.empty()) report(Severity::Error, read->code, subject(), read->fault, id);
    return std::move(read->tensor);
}

Result<std::shared_ptr<const ir::Graph>> GraphReader::readSubgraph(pb::GraphProto& proto,
                                                                   const std::string& attribute,
                                                                   const ir::Node& node, NodeId id) {
    Scope scope = inner(attribute, node.label(), id);
    GraphReader reader(m_state, std::move(scope));
    ASSIGN_OR_RETURN(auto graph, reader.read(proto));
    m_extent.contain(reader.extent());
    return std::make_shared<const ir::Graph>(std::move(graph));
}

void GraphReader::reportUnsorted() {
    // Around a cycle no order is right, and ir::verify reports the cycle.
    if (!m_unsorted.valid() || !ir::executionOrder(m_graph).cyclic.empty()) return;
    report(Severity::Warning, "unsorted-nodes", say("node '{1}'", m_graph.node(m_unsorted).label()),
           say("reads a value that a later node writes; ONNX asks for producers before readers"), m_unsorted);
}

} // namespace edgewright::onnx
