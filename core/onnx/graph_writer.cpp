// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/graph_writer.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/order.h"
#include "core/onnx/kept_fields.h"
#include "core/onnx/types.h"

#include <unordered_map>
#include <unordered_set>

namespace edgewright::onnx {

namespace {

constexpr int DeepestNesting = 64;

// Readers expect producers first; what lies on a cycle follows behind.
std::vector<NodeId> writingOrder(const ir::Graph& graph) {
    ir::Order order = ir::executionOrder(graph);
    order.nodes.insert(order.nodes.end(), order.cyclic.begin(), order.cyclic.end());
    return std::move(order.nodes);
}

// Constants that something reads, in the order of their ids; others are left overs of what was fused away.
std::vector<ValueId> readConstants(const ir::Graph& graph) {
    const ir::Connections connections(graph);
    std::vector<ValueId> result;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id(i);
        if (!graph.value(id).constant || graph.value(id).outer || graph.isInput(id)) continue;
        if (!connections.consumers(id).empty() || graph.isOutput(id)) result.push_back(id);
    }
    return result;
}

// Runtimes refuse two nodes of one name. Those of the file keep theirs; what fusion made gives way.
class NodeNames {
public:
    explicit NodeNames(const ir::Graph& graph) {
        for (const NodeId id : graph.order())
            if (const ir::Node& node = graph.node(id); node.origins.empty()) m_taken.insert(node.name);
    }
    std::string of(const ir::Node& node) {
        if (node.name.empty() || node.origins.empty()) return node.name;
        std::string name = node.name;
        for (int& i = m_repeats[node.name]; !m_taken.insert(name).second;)
            name = node.name + "_" + std::to_string(++i);
        return name;
    }

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_repeats;
};

Error missingData(const std::string& place) {
    return badInput(say("{1} has no data; a model can only be written with all of its weights", place));
}

} // namespace

Result<void> GraphWriter::write(const ir::Graph& graph, pb::GraphProto& proto) {
    return writeGraph(graph, Names(graph, nullptr, false), proto);
}

Result<void> GraphWriter::writeGraph(const ir::Graph& graph, const Names& names, pb::GraphProto& proto) {
    if (!m_neutral) {
        addKept(graph.kept, proto);
        proto.set_name(graph.name.empty() ? "graph" : graph.name);
        if (!graph.doc.empty()) proto.set_doc_string(graph.doc);
    }
    for (const auto& [ids, infos] :
         {std::pair(&graph.inputs, proto.mutable_input()), std::pair(&graph.outputs, proto.mutable_output())})
        for (const ValueId id : *ids) {
            auto& info = *infos->Add();
            const bool there = id.valid() && graph.contains(id);
            if (there && !m_neutral && !graph.value(id).constant) addKept(graph.value(id).kept, info);
            info.set_name(names.of(id));
            if (there) writeType(graph.value(id), info);
        }
    for (const ValueId id : readConstants(graph)) {
        const ir::Tensor& tensor = *graph.value(id).constant;
        if (!tensor.hasData()) return missingData(say("initializer '{1}'", graph.value(id).name));
        writeInitializer(graph.value(id), names.of(id), *proto.add_initializer());
    }
    NodeNames nodeNames(graph);
    for (const NodeId id : writingOrder(graph))
        RETURN_IF_ERROR(writeNode(graph.node(id), nodeNames.of(graph.node(id)), names, *proto.add_node()));
    if (!m_neutral) writeValueInfos(graph, names, proto);
    return {};
}

void GraphWriter::writeInitializer(const ir::Value& value, const std::string& name, pb::TensorProto& proto) {
    constexpr std::size_t Alignment = 64, Page = 4096; // whole pages can be mapped
    if (!m_neutral) addKept(value.kept, proto);
    const ir::Tensor& tensor = *value.constant;
    const auto bytes = tensor.bytes();
    if (!m_beside || tensor.dtype() == ir::DataType::String || bytes.size() < DataBeside::Smallest)
        return writeTensor(tensor, name, proto);
    writeTensorHead(tensor, name, proto);
    proto.set_data_location(pb::TensorProto::EXTERNAL);
    const std::size_t unit = bytes.size() < 16 * Page ? Alignment : Page;
    const std::size_t offset = (m_beside->size + unit - 1) / unit * unit;
    const auto entry = [&](const char* key, const std::string& text) {
        auto& added = *proto.add_external_data();
        added.set_key(key);
        added.set_value(text);
    };
    entry("location", m_beside->location);
    entry("offset", std::to_string(offset));
    entry("length", std::to_string(bytes.size()));
    m_beside->parts.emplace_back(offset, bytes);
    m_beside->size = offset + bytes.size();
}

void GraphWriter::writeValueInfos(const ir::Graph& graph, const Names& names, pb::GraphProto& proto) const {
    const ir::Connections connections(graph);
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id(i);
        const ir::Value& value = graph.value(id);
        const bool typed = value.type.dtype != ir::DataType::Undefined || !value.otherType.empty();
        if (!typed || !connections.producer(id) || graph.isOutput(id) || graph.isInput(id)) continue;
        auto& info = *proto.add_value_info();
        addKept(value.kept, info);
        info.set_name(names.of(id));
        writeType(value, info);
    }
}

Result<void> GraphWriter::writeNode(const ir::Node& node, const std::string& name, const Names& names,
                                    pb::NodeProto& proto) {
    Callee callee{node.op, node.overload};
    if (node.body) {
        auto function = functionFor(node);
        if (!function) return std::move(function).error().within(say("node '{1}'", node.label()));
        callee = std::move(function).value();
    }
    m_domains.insert(node.domain);
    if (!m_neutral) addKept(node.kept, proto);
    proto.set_op_type(callee.name);
    if (!callee.overload.empty()) {
        addText(NodeOverload, callee.overload, proto);
        m_overloads = true;
    }
    if (!node.domain.empty()) proto.set_domain(node.domain);
    if (!name.empty() && !m_neutral) proto.set_name(name);
    if (!node.doc.empty() && !m_neutral) proto.set_doc_string(node.doc);
    for (const ValueId id : node.inputs)
        proto.add_input(names.of(id));
    for (const ValueId id : node.outputs)
        proto.add_output(names.of(id));
    for (const ir::Attribute& attribute : node.attributes)
        if (auto done = writeAttribute(attribute, names, *proto.add_attribute()); !done)
            return std::move(done).error().within(say("node '{1}'", node.label()));
    return {};
}

Result<GraphWriter::Callee> GraphWriter::functionFor(const ir::Node& node) {
    std::string arguments;
    for (const ir::Attribute& attribute : node.attributes)
        arguments += attribute.name + '\n';
    const auto identity = std::tuple(node.body.get(), node.domain, node.op, node.overload, arguments);
    if (const auto it = m_written.find(identity); it != m_written.end()) return it->second;

    pb::FunctionProto neutral;
    const bool outer = std::exchange(m_neutral, true);
    auto done = writeFunction(node, true, neutral);
    m_neutral = outer;
    if (!done) return std::move(done).error();
    const auto key = std::tuple(node.domain, node.op, node.overload, neutral.SerializeAsString());
    if (const auto it = m_functions.find(key); it != m_functions.end()) return m_written[identity] = it->second;

    pb::FunctionProto function;
    m_neutral = false;
    done = writeFunction(node, false, function);
    m_neutral = outer;
    if (!done) return std::move(done).error();
    Callee callee{node.op, node.overload};
    for (int repeat = 1; !m_taken.emplace(node.domain, callee).second; ++repeat)
        callee.name = node.op + "_" + std::to_string(repeat);
    function.set_name(callee.name);
    if (!callee.overload.empty()) addText(FunctionOverload, callee.overload, function);
    *m_model.add_functions() = std::move(function);
    m_functions.emplace(key, callee);
    m_written.emplace(identity, callee);
    return callee;
}

Result<void> GraphWriter::writeFunction(const ir::Node& node, bool neutral, pb::FunctionProto& proto) {
    if (m_depth >= DeepestNesting)
        return unsupported(say("bodies are nested deeper than {1} levels", DeepestNesting));
    const ir::Graph& body = *node.body;
    const Names names(body, nullptr, neutral);
    if (!neutral) addKept(body.kept, proto);
    proto.set_domain(node.domain);
    if (!body.doc.empty() && !neutral) proto.set_doc_string(body.doc);
    for (const ir::Attribute& attribute : node.attributes)
        proto.add_attribute(attribute.name);
    for (const ValueId id : body.inputs)
        proto.add_input(names.of(id));
    for (const ValueId id : body.outputs)
        proto.add_output(names.of(id));
    // A function has no initializers.
    for (const ValueId id : readConstants(body)) {
        const ir::Tensor& tensor = *body.value(id).constant;
        if (!tensor.hasData()) return missingData(say("constant '{1}' of the body", body.value(id).name));
        auto& constant = *proto.add_node();
        constant.set_op_type("Constant");
        constant.add_output(names.of(id));
        auto& attribute = *constant.add_attribute();
        attribute.set_name("value");
        attribute.set_type(pb::AttributeProto::TENSOR);
        writeTensor(tensor, {}, *attribute.mutable_t());
        m_domains.insert("");
    }
    std::set<std::string> calls;
    ++m_depth;
    NodeNames nodeNames(body);
    for (const NodeId id : writingOrder(body)) {
        if (auto done = writeNode(body.node(id), nodeNames.of(body.node(id)), names, *proto.add_node());
            !done) {
            --m_depth;
            return done;
        }
        calls.insert(body.node(id).domain);
    }
    --m_depth;
    ir::Opsets opsets = ir::opsetsOf(body, m_opsets);
    opsets.emplace("", 1); // the model's, or what a file without operator sets means
    for (const std::string& domain : calls)
        opsets.emplace(domain, 1);
    for (const auto& [domain, version] : opsets) {
        auto& import = *proto.add_opset_import();
        import.set_domain(domain);
        import.set_version(version);
    }
    return {};
}

} // namespace edgewright::onnx
