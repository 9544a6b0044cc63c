// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/graph_reader.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/footprint.h"
#include "core/onnx/kept_fields.h"
#include "core/onnx/types.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::onnx {

std::string GraphReader::placeOf(const std::string& subject) const {
    return m_scope.where.empty() ? subject : sayIn("place", "{1} in {2}", subject, m_scope.where);
}

void GraphReader::report(Severity severity, std::string code, const std::string& subject, std::string what,
                         NodeId node, ValueId value) {
    const bool top = !m_scope.topNode.valid();
    m_state.found.push_back({severity, std::move(code), sayIn("finding", "{1} {2}", subject, what),
                             top ? node : m_scope.topNode, top ? value : ValueId(), placeOf(subject)});
}

void GraphReader::explain(std::string code, const std::string& subject) {
    m_state.explained.emplace(std::move(code), placeOf(subject));
}

GraphReader::Scope GraphReader::inner(const std::string& part, const std::string& nodeLabel, NodeId id) {
    Scope scope;
    scope.outer = this;
    scope.bindings = m_scope.bindings;
    scope.depth = m_scope.depth + 1;
    scope.where = say("'{1}' of node '{2}'", part, nodeLabel);
    scope.topNode = m_scope.topNode.valid() ? m_scope.topNode : id;
    return scope;
}

ValueId GraphReader::add(const std::string& name) {
    ir::Value value;
    value.name = name;
    m_state.memory.add(ir::footprint(value));
    m_written.push_back(State::Missing);
    return m_graph.addValue(std::move(value));
}

// A value of this graph under its name, which nothing else has yet.
ValueId GraphReader::define(const std::string& name) {
    const ValueId id = add(name);
    m_written[id.index()] = State::Written;
    if (!name.empty()) m_names.emplace(name, id);
    return id;
}

// A value of the graph around this one; every level between gets a value of its own.
std::optional<ValueId> GraphReader::capture(const std::string& name) {
    if (const auto it = m_names.find(name);
        it != m_names.end() && m_written[it->second.index()] != State::Missing)
        return it->second;
    if (!m_scope.outer) return std::nullopt;
    const auto outer = m_scope.outer->capture(name);
    if (!outer) return std::nullopt;
    // The name may be known here already as one that nothing provides.
    const auto it = m_names.find(name);
    const ValueId id = it != m_names.end() ? it->second : add(name);
    m_written[id.index()] = State::Written;
    m_names.emplace(name, id);
    ir::Value& value = m_graph.value(id);
    value.outer = outer;
    value.type = m_scope.outer->m_graph.value(*outer).type;
    return id;
}

ValueId GraphReader::resolve(const std::string& name) {
    if (name.empty()) return {};
    if (const auto it = m_names.find(name); it != m_names.end()) return it->second;
    if (const auto captured = capture(name)) return *captured;
    const ValueId id = add(name); // ir::verify says that nothing provides it
    m_names.emplace(name, id);
    return id;
}

ValueId GraphReader::produce(const std::string& name, NodeId node, const std::string& label) {
    if (name.empty()) return {};
    const ValueId id = m_names.at(name);
    const auto claim = m_claims.find(id);
    const auto tell = [&](Severity severity, const std::string& what, ValueId value) {
        report(severity, "two-producers", say("node '{1}'", label), what, node, value);
        explain("duplicate-name", say("value '{1}'", name));
    };
    const auto loser = [&] {
        const ValueId fresh = add(name);
        m_written[fresh.index()] = State::Written;
        return fresh;
    };
    if (claim == m_claims.end()) {
        const ValueId fresh = loser();
        tell(Severity::Error, say("writes {1}, which is a graph input; readers get the input", inQuotes(name)),
             fresh);
        return fresh;
    }
    const Severity severity = claim->second.constantsOnly ? Severity::Warning : Severity::Error;
    if (--claim->second.nodesLeft > 0) {
        const ValueId fresh = loser();
        tell(severity,
             say("writes {1}, which a later node writes, too; readers get the last one", inQuotes(name)),
             fresh);
        return fresh;
    }
    if (claim->second.initializer)
        tell(severity,
             say("writes {1}, which is an initializer; readers get what the node writes", inQuotes(name)), id);
    m_written[id.index()] = State::Written;
    return id;
}

void GraphReader::declareInputs(pb::GraphProto& proto) {
    std::unordered_set<std::string_view> constants;
    for (const auto& initializer : proto.initializer())
        constants.insert(initializer.name());
    for (const auto& initializer : proto.sparse_initializer())
        constants.insert(initializer.values().name());
    for (const auto& input : proto.input()) {
        if (!input.name().empty() && constants.contains(input.name())) continue;
        const ValueId id = define(input.name());
        if (input.name().empty())
            report(Severity::Error, "empty-name", say("graph input {1}", m_graph.inputs.size()),
                   say("has no name; nothing can read it"), {}, id);
        m_graph.inputs.push_back(id);
        declareType(id, input.type());
        keepRest(id, input);
    }
}

void GraphReader::declareType(ValueId id, const pb::TypeProto& type) {
    ir::Value& value = m_graph.value(id);
    if (value.constant) return;
    DeclaredType declared = readType(type);
    if (declared.unknownNumber != 0)
        report(Severity::Warning, "unknown-data-type", say("value {1}", inQuotes(value.name)),
               say("has element type number {1}, which names no known type", declared.unknownNumber), {}, id);
    if (value.type.isTensor() && value.type.dtype == ir::DataType::Undefined && !value.type.shape)
        value.type.container = declared.tensor.container;
    if (value.type.container != declared.tensor.container) return; // declared twice; the first one counts
    if (value.otherType.empty()) value.otherType = std::move(declared.other);
    if (value.type.dtype == ir::DataType::Undefined) value.type.dtype = declared.tensor.dtype;
    if (!value.type.shape) value.type.shape = std::move(declared.tensor.shape);
}

// What the file says of a value beyond its name and type.
void GraphReader::keepRest(ValueId id, const pb::ValueInfoProto& info) {
    ir::Value& value = m_graph.value(id);
    if (value.constant || !value.kept.empty()) return;
    value.kept = unknownFields(info);
    if (info.doc_string().empty()) return;
    pb::ValueInfoProto rest;
    rest.set_doc_string(info.doc_string());
    value.kept += rest.SerializePartialAsString();
}

void GraphReader::addConstant(const std::string& name, Result<ReadTensor> read, std::string kept) {
    const auto subject = [&] { return say("initializer '{1}'", name); };
    if (name.empty()) {
        report(Severity::Error, "empty-name", subject(), say("has no name; nothing can read it"));
        return;
    }
    const auto known = m_names.find(name);
    const ValueId id = known == m_names.end() ? define(name) : known->second;
    if (known != m_names.end())
        report(Severity::Warning, "duplicate-initializer", subject(),
               say("is in the file twice; the last one counts"), {}, id);
    if (!read->code.empty()) {
        report(Severity::Error, read->code, subject(), read->fault, {}, id);
        explain("missing-data", subject());
    }
    ir::Value& value = m_graph.value(id);
    value.type = read->tensor.type();
    value.constant = std::move(read->tensor);
    value.kept = std::move(kept);
}

Result<void> GraphReader::readConstants(pb::GraphProto& proto) {
    for (auto& initializer : *proto.mutable_initializer()) {
        if (m_state.run.stopped()) return cancelled();
        auto read = m_state.tensors.read(initializer);
        if (!read)
            return std::move(read).error().within(
                placeOf(say("initializer {1}", inQuotes(initializer.name()))));
        pb::TensorProto rest;
        if (!initializer.doc_string().empty()) rest.set_doc_string(initializer.doc_string());
        addConstant(initializer.name(), std::move(read),
                    rest.SerializePartialAsString() + unknownFields(initializer));
    }
    for (auto& initializer : *proto.mutable_sparse_initializer()) {
        if (m_state.run.stopped()) return cancelled();
        auto read = m_state.tensors.readSparse(initializer);
        const std::string& name = initializer.values().name();
        if (!read) return std::move(read).error().within(placeOf(say("initializer {1}", inQuotes(name))));
        addConstant(name, std::move(read), {});
    }
    proto.clear_initializer();
    proto.clear_sparse_initializer();
    return {};
}

// Names are known before the first node reads one, so that the order of nodes decides nothing. Where several
// nodes write one name, all its readers get what the last one writes. So it is in ONNX Runtime, which takes
// Constants and initializers only: other models of that kind it does not load.
void GraphReader::announce(const Nodes& nodes) {
    for (const auto& node : nodes) {
        const bool isConstant = node.op_type() == "Constant" && domainOf(node.domain()).empty();
        for (const std::string& name : node.output()) {
            if (name.empty()) continue;
            auto known = m_names.find(name);
            const bool initializer = known != m_names.end() && m_graph.value(known->second).constant;
            if (known == m_names.end() || initializer) {
                const ValueId id = add(name);
                m_written[id.index()] = State::Announced;
                m_claims.emplace(id, Claim{.initializer = initializer});
                known = m_names.insert_or_assign(name, id).first;
            }
            const auto claim = m_claims.find(known->second);
            if (claim == m_claims.end()) continue; // a graph input
            ++claim->second.nodesLeft;
            claim->second.constantsOnly = claim->second.constantsOnly && isConstant;
        }
    }
}

Result<ir::Graph> GraphReader::read(pb::GraphProto& proto) {
    m_graph.name = proto.name();
    m_graph.doc = proto.doc_string();
    if (m_scope.outer) m_graph.opsets = m_scope.outer->m_graph.opsets;
    pb::GraphProto rest;
    rest.mutable_quantization_annotation()->Swap(proto.mutable_quantization_annotation());
    m_graph.kept = rest.SerializePartialAsString() + unknownFields(proto);
    declareInputs(proto);
    RETURN_IF_ERROR(readConstants(proto));
    announce(proto.node());
    for (const auto* infos : {&proto.output(), &proto.value_info()})
        for (const auto& info : *infos)
            if (const auto it = m_names.find(info.name()); it != m_names.end()) {
                declareType(it->second, info.type());
                keepRest(it->second, info);
            }
    RETURN_IF_ERROR(readNodes(*proto.mutable_node()));
    for (const auto& output : proto.output())
        m_graph.outputs.push_back(output.name().empty() ? add({}) : resolve(output.name()));
    reportUnsorted();
    m_extent.nodes += static_cast<std::int64_t>(m_graph.nodeCount());
    return std::move(m_graph);
}

// Kept only where they are not what the model has anyway.
void GraphReader::readOpsets(const pb::FunctionProto& proto) {
    ir::Opsets own;
    for (const auto& each : proto.opset_import())
        own.insert_or_assign(domainOf(each.domain()), each.version());
    const bool same = std::ranges::all_of(own, [&](const auto& each) {
        const auto it = m_state.opsets.find(each.first);
        return (it == m_state.opsets.end() ? 1 : it->second) == each.second;
    });
    if (!same) m_graph.opsets = std::move(own);
}

Result<ir::Graph> GraphReader::read(pb::FunctionProto& proto) {
    m_graph.name = proto.name();
    m_graph.doc = proto.doc_string();
    m_graph.kept = unknownFields(proto, {FunctionOverload, FunctionDefaults});
    readOpsets(proto);
    for (const auto& input : proto.input())
        m_graph.inputs.push_back(define(input));
    announce(proto.node());
    RETURN_IF_ERROR(readNodes(*proto.mutable_node()));
    for (const auto& output : proto.output())
        m_graph.outputs.push_back(output.empty() ? add({}) : resolve(output));
    reportUnsorted();
    m_extent.nodes += static_cast<std::int64_t>(m_graph.nodeCount());
    return std::move(m_graph);
}

} // namespace edgewright::onnx
