// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/widen_half.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace edgewright::exec {

namespace {

using ops::isHalf;

bool isHalfTensor(const ir::TensorType& type) { return type.isTensor() && isHalf(type.dtype); }

// Asks an operator for the types of its outputs alone, with float32 in place of the halves if `wide`.
class TypeQuestion final : public ops::InferContext {
public:
    TypeQuestion(const ir::Graph& graph, const ir::Node& node, std::int64_t opset, bool wide)
        : m_graph(graph), m_node(node), m_opset(opset), m_wide(wide), m_outputs(node.outputs.size()) {
        for (const ValueId input : node.inputs) {
            ir::TensorType type = input.valid() ? graph.value(input).type : ir::TensorType();
            if (wide && isHalfTensor(type)) type.dtype = ir::DataType::Float32;
            m_inputs.push_back(std::move(type));
        }
    }
    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_opset; }
    const ir::TensorType* input(std::size_t index) const override {
        return m_node.hasInput(index) ? &m_inputs[index] : nullptr;
    }
    const ir::Tensor* value(std::size_t index) const override {
        if (!m_node.hasInput(index)) return nullptr;
        const ir::Value& value = m_graph.value(m_node.input(index));
        return m_wide && isHalfTensor(value.type) ? nullptr : value.known();
    }
    void setOutput(std::size_t index, ir::TensorType type) override {
        if (index < m_outputs.size()) m_outputs[index] = type.dtype;
    }
    void setValue(std::size_t index, ir::Tensor tensor) override { setOutput(index, tensor.type()); }
    std::optional<std::vector<ir::Dim>> extents(std::size_t) const override { return std::nullopt; }
    void setExtents(std::size_t index, ir::TensorType type, std::vector<ir::Dim>) override {
        setOutput(index, std::move(type));
    }
    Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph&,
                                                      std::span<const ir::TensorType>) override {
        return unsupported(say("a node with subgraphs is not widened"));
    }
    // Whether each output that the node has is of its declared type, the halves replaced if `wide`.
    bool agrees() const {
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            if (!m_node.outputs[i].valid()) continue;
            const ir::TensorType& declared = m_graph.value(m_node.outputs[i]).type;
            const bool widened = m_wide && isHalfTensor(declared);
            if (m_outputs[i] != (widened ? ir::DataType::Float32 : declared.dtype)) return false;
        }
        return true;
    }

private:
    const ir::Graph& m_graph;
    const ir::Node& m_node;
    std::int64_t m_opset;
    bool m_wide;
    std::vector<ir::TensorType> m_inputs;
    std::vector<ir::DataType> m_outputs;
};

ir::Node castNode(ValueId from, ValueId to, ir::DataType type, std::string name) {
    ir::Node node;
    node.op = "Cast";
    node.name = std::move(name);
    node.inputs = {from};
    node.outputs = {to};
    node.set("to", static_cast<std::int64_t>(type));
    return node;
}

class Widening {
public:
    // `inside`: `source` is the body of a group, whose inputs arrive in float32 and whose outputs leave so.
    Widening(const ir::Graph& source, const ir::Opsets& opsets, bool inside)
        : m_source(source), m_opsets(ir::opsetsOf(source, opsets)), m_inside(inside), m_graph(source),
          m_isFloat(source.valueCount(), false), m_pinned(source.valueCount(), false),
          m_float(source.valueCount()), m_half(source.valueCount()) {}

    Result<ir::Graph> run() {
        pin();
        std::vector<NodeId> floats, others;
        for (const NodeId id : m_source.order()) {
            ASSIGN_OR_RETURN(auto widened, widen(id));
            (widened ? floats : others).push_back(id);
        }
        for (const NodeId id : floats)
            for (ValueId& input : m_graph.node(id).inputs)
                RETURN_IF_ERROR(replaceByFloat(input));
        for (const NodeId id : others)
            readHalves(m_graph.node(id));
        if (m_inside)
            for (ValueId& output : m_graph.outputs)
                RETURN_IF_ERROR(replaceByFloat(output));
        for (ir::Node& cast : m_casts)
            m_graph.addNode(std::move(cast));
        return std::move(m_graph);
    }

private:
    bool isHalfValue(ValueId id) const {
        return id.valid() && m_source.contains(id) && isHalfTensor(m_source.value(id).type);
    }

    // Values that others than the nodes of this graph read as what they are declared.
    void pin() {
        for (const NodeId id : m_source.order())
            for (const ValueId captured : ir::capturedValues(m_source.node(id)))
                if (m_source.contains(captured)) m_pinned[captured.index()] = true;
        if (m_inside) {
            for (const ValueId id : m_source.inputs)
                if (isHalfValue(id)) becomeFloat(id);
        } else {
            for (const auto& ids : {m_source.inputs, m_source.outputs})
                for (const ValueId id : ids)
                    if (m_source.contains(id)) m_pinned[id.index()] = true;
        }
    }

    void becomeFloat(ValueId id) {
        ir::Value& value = m_graph.value(id);
        value.type.dtype = ir::DataType::Float32;
        value.folded.reset(); // the half elements of a body's input, which arrives in float32
        m_isFloat[id.index()] = true;
    }

    bool typesAreKnown(const ir::Node& node) const {
        const auto known = [&](ValueId id) {
            if (!id.valid()) return true;
            if (!m_source.contains(id)) return false;
            const ir::TensorType& type = m_source.value(id).type;
            return type.isTensor() && type.dtype != ir::DataType::Undefined;
        };
        return std::ranges::all_of(node.inputs, known) && std::ranges::all_of(node.outputs, known);
    }

    bool canCompute(const ir::Node& node) const {
        if (node.body || ir::hasSubgraph(node)) return false;
        const ops::Operator* op = ops::find(node.domain, node.op);
        if (!op || !op->run || !op->infer || op->keepsHalf || op->randomness == ops::Randomness::Always)
            return false;
        const std::int64_t opset = ir::opsetOf(m_opsets, node.domain);
        return std::ranges::all_of(std::array{false, true}, [&](bool wide) {
            TypeQuestion question(m_source, node, opset, wide);
            return op->infer(question).has_value() && question.agrees();
        });
    }

    // A group computes in float32 what its body does.
    Result<bool> widenGroup(ir::Node& node) {
        const ir::Graph& body = *node.body;
        if (body.inputs.size() != node.inputs.size() || body.outputs.size() != node.outputs.size())
            return false;
        const auto sameType = [&](ValueId outside, ValueId inside) {
            return !outside.valid() || (body.contains(inside) &&
                                        m_source.value(outside).type.dtype == body.value(inside).type.dtype);
        };
        if (!std::ranges::equal(node.inputs, body.inputs, sameType) ||
            !std::ranges::equal(node.outputs, body.outputs, sameType))
            return false;
        for (const NodeId id : body.order())
            if (ir::hasSubgraph(body.node(id))) return false;
        ASSIGN_OR_RETURN(auto wide, Widening(body, m_opsets, true).run());
        node.body = std::make_shared<const ir::Graph>(std::move(wide));
        return true;
    }

    // Whether the node is to read float32 from now on; it then writes it already.
    Result<bool> widen(NodeId id) {
        const ir::Node& declared = m_source.node(id);
        const auto isHalfOne = [&](ValueId value) { return isHalfValue(value); };
        if (std::ranges::none_of(declared.inputs, isHalfOne) || !typesAreKnown(declared)) return false;
        ir::Node& node = m_graph.node(id);
        if (node.domain == ir::FusedDomain && node.body) {
            const auto widened = widenGroup(node);
            if (!widened || !*widened) return widened;
        } else if (!canCompute(declared)) {
            return false;
        }
        for (ValueId& output : node.outputs) {
            if (!isHalfValue(output)) continue;
            const ir::Value& value = m_source.value(output);
            if (!m_pinned[output.index()] && !value.known()) {
                becomeFloat(output);
                continue;
            }
            const ValueId wide = addValue(value, ir::DataType::Float32);
            m_float[output.index()] = wide;
            if (!value.known())
                m_casts.push_back(castNode(wide, output, value.type.dtype, value.name + " rounded"));
            output = wide;
        }
        return true;
    }

    ValueId addValue(const ir::Value& like, ir::DataType type) {
        ir::Value value;
        value.name = like.name + " as " + std::string(ir::dataTypeName(type));
        value.type = like.type;
        value.type.dtype = type;
        return m_graph.addValue(std::move(value));
    }

    Result<void> replaceByFloat(ValueId& id) {
        if (!isHalfValue(id) || m_isFloat[id.index()]) return {};
        ValueId& wide = m_float[id.index()];
        const ir::Value& value = m_source.value(id);
        if (!wide.valid()) {
            wide = addValue(value, ir::DataType::Float32);
            if (const ir::Tensor* known = value.known()) {
                ASSIGN_OR_RETURN(auto converted, ir::toFloat32(*known));
                m_graph.value(wide).constant = std::move(converted);
            } else {
                m_casts.push_back(castNode(id, wide, ir::DataType::Float32, value.name + " widened"));
            }
        }
        id = wide;
        return {};
    }

    // A Cast to a wider type need not see the rounding; everything else that stayed does.
    void readHalves(ir::Node& node) {
        const auto to = node.intOr("to", 0);
        if (node.is("Cast") && (to == static_cast<std::int64_t>(ir::DataType::Float32) ||
                                to == static_cast<std::int64_t>(ir::DataType::Float64)))
            return;
        for (ValueId& input : node.inputs) {
            if (!isHalfValue(input) || !m_isFloat[input.index()]) continue;
            ValueId& half = m_half[input.index()];
            if (!half.valid()) {
                const ir::Value& value = m_source.value(input);
                half = addValue(value, value.type.dtype);
                m_casts.push_back(castNode(input, half, value.type.dtype, value.name + " rounded"));
            }
            input = half;
        }
    }

    const ir::Graph& m_source;
    const ir::Opsets& m_opsets;
    bool m_inside;
    ir::Graph m_graph;
    std::vector<bool> m_isFloat; // by value of the source: float32 under its own id
    std::vector<bool> m_pinned;
    std::vector<ValueId> m_float; // the same in float32 under another id
    std::vector<ValueId> m_half;  // the rounded one of a value that became float32
    std::vector<ir::Node> m_casts;
};

} // namespace

bool hasHalves(const ir::Graph& graph) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (isHalfTensor(graph.value(ValueId(i)).type)) return true;
    return false;
}

Result<ir::Graph> upcastHalves(const ir::Graph& graph, const ir::Opsets& opsets) {
    return Widening(graph, opsets, false).run();
}

} // namespace edgewright::exec
