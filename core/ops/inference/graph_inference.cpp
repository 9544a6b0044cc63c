// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/graph_inference.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ir/footprint.h"
#include "core/ir/order.h"
#include "core/ops/inference/bindings.h"
#include "core/ops/inference/fold.h"
#include "core/ops/inference/merge_types.h"
#include "core/ops/inference/node_inference.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

constexpr int MaxDepth = 64;        // of graphs within graphs
constexpr std::size_t MaxRank = 64; // of what a node writes

// Extents that are none say nothing.
void keepExtents(ir::TensorType& type) {
    if (!type.shape) return;
    for (ir::Dim& dim : *type.shape)
        dim = ir::asExtent(dim);
}

} // namespace

void GraphInference::infer(const KnownInputs& inputs) {
    ++m_session.visits;
    prepare(inputs);
    for (const NodeId id : ir::executionOrder(m_graph).nodes) {
        ++m_session.visits;
        if (m_session.stopped()) return;
        inferNode(id);
    }
}

std::vector<ir::TensorType> GraphInference::outputTypes() const {
    std::vector<ir::TensorType> types;
    for (const ValueId id : m_graph.outputs)
        types.push_back(m_graph.contains(id) ? m_graph.value(id).type : ir::TensorType());
    return types;
}

const Elements* GraphInference::elementsAt(ValueId id) const {
    const auto it = m_elements.find(id);
    return it == m_elements.end() ? nullptr : &it->second;
}

void GraphInference::prepare(const KnownInputs& inputs) {
    for (std::size_t i = 0; i < m_graph.valueCount(); ++i) {
        ir::Value& value = m_graph.value(ValueId(i));
        value.folded.reset();
        bindSymbols(value.type, m_session.symbols);
        keepExtents(value.type);
        if (value.constant) value.type = value.constant->type();
        const ir::Value* captured = value.outer && m_outer ? m_outer->valueAt(*value.outer) : nullptr;
        if (!captured) continue;
        if (m_session.take(ir::symbolBytes(captured->type)))
            value.type = mergeTypes(value.type, captured->type).type;
        if (value.constant) continue;
        if (const ir::Tensor* known = captured->known())
            value.folded = *known;
        else if (const Elements* elements = m_outer->elementsAt(captured->id))
            m_elements.insert_or_assign(value.id, *elements);
    }
    for (std::size_t i = 0; i < m_graph.inputs.size(); ++i) {
        if (!m_graph.contains(m_graph.inputs[i])) continue;
        ir::Value& value = m_graph.value(m_graph.inputs[i]);
        if (i < inputs.types.size() && m_session.take(ir::symbolBytes(inputs.types[i])))
            value.type = mergeTypes(value.type, inputs.types[i]).type;
        if (i < inputs.values.size() && inputs.values[i])
            value.folded = *inputs.values[i];
        else if (i < inputs.elements.size() && inputs.elements[i])
            m_elements.insert_or_assign(value.id, *inputs.elements[i]);
    }
}

void GraphInference::add(Severity severity, std::string code, std::string message, const ir::Node& node,
                         ValueId value) {
    std::string place = say("node '{1}'", node.label());
    if (!m_session.take(static_cast<std::int64_t>(sizeof(Diagnostic) + place.size() + message.size()))) return;
    m_found.push_back({severity, std::move(code), std::move(message), node.id, value, std::move(place)});
}

GraphInference::Inner GraphInference::inferInner(const GraphPtr& graph, const KnownInputs& inputs,
                                                 bool captures, const ir::Node& node, const std::string& what) {
    Inner result;
    const std::int64_t before = m_session.memory.used();
    const bool tooDeep = m_depth >= MaxDepth;
    if (tooDeep) m_session.stopAt(say("graphs are nested deeper than {1} levels", MaxDepth));
    if (tooDeep || !m_session.take(ir::footprint(*graph))) {
        result.graph = graph;
        result.outputs.resize(graph->outputs.size());
        return result;
    }
    GraphInference inner(m_session, *graph, captures ? this : nullptr, m_depth + 1);
    inner.infer(inputs);
    result.outputs = inner.outputTypes();
    for (std::size_t i = 0; i < inner.m_graph.outputs.size(); ++i)
        if (const Elements* elements = inner.elementsAt(inner.m_graph.outputs[i]))
            result.elements.emplace(i, *elements);
    result.diagnostics = std::move(inner.diagnostics());
    for (Diagnostic& each : result.diagnostics) {
        std::string place = say("{1} in '{2}' of node '{3}'", each.place, what, node.label());
        const auto longer =
            static_cast<std::int64_t>(place.size()) - static_cast<std::int64_t>(each.place.size());
        if (m_session.take(longer)) each.place = std::move(place);
        each.node = node.id; // the place to jump to is the node in this graph
        each.value = {};
    }
    result.graph = std::make_shared<const ir::Graph>(inner.take());
    result.bytes = m_session.memory.used() - before;
    return result;
}

void GraphInference::setType(const ir::Node& node, std::size_t index, const ir::TensorType& type) {
    const ValueId id = node.output(index);
    if (!id.valid() || !m_graph.contains(id)) return;
    ir::Value& value = m_graph.value(id);
    if (value.constant || m_graph.isInput(id)) return; // written by a node as well: verify reports it
    ir::TensorType inferred = type;
    if (inferred.shape && inferred.shape->size() > MaxRank) {
        add(Severity::Error, "shape-error",
            say("node '{1}' ({2}): writes a tensor of {3} axes where at most {4} are supported", node.label(),
                node.op, inferred.shape->size(), MaxRank),
            node, id);
        inferred.shape.reset();
    }
    if (const std::int64_t bytes = ir::symbolBytes(inferred); bytes > 0 && !m_session.take(bytes))
        inferred.shape.reset();
    keepExtents(inferred);
    const MergedType merged = mergeTypes(value.type, inferred);
    if (merged.contradiction)
        add(Severity::Warning, "shape-mismatch",
            say("node '{1}' writes '{2}' as {3} where the file declares {4}", node.label(), value.name,
                inferred.text(), value.type.text()),
            node, id);
    value.type = merged.type;
}

void GraphInference::setValue(const ir::Node& node, std::size_t index, ir::Tensor tensor) {
    const ValueId id = node.output(index);
    if (!id.valid() || !m_graph.contains(id) || !tensor.hasData()) return;
    if (!tensor.isTensor()) return; // no file could hold it as an initializer
    setType(node, index, tensor.type());
    ir::Value& value = m_graph.value(id);
    if (tensor.dims().size() <= MaxRank && !value.constant && !m_graph.isInput(id))
        value.folded = std::move(tensor);
}

void GraphInference::setElements(const ir::Node& node, std::size_t index, Elements elements) {
    const ir::Value* value = valueAt(node.output(index));
    if (!value || value->known() || m_graph.isInput(value->id)) return;
    const auto count = value->type.elements();
    if (!count || *count != static_cast<std::int64_t>(elements.size()) || *count > MaxSymbolicElements) return;
    if (auto tensor = toTensor(value->type, elements)) return setValue(node, index, *std::move(tensor));
    if (!m_session.take(ir::symbolBytes(ir::TensorType(ir::DataType::Int64, elements)))) return;
    if (std::ranges::any_of(elements, [](const ir::Dim& each) { return each != ir::Dim(); }))
        m_elements.insert_or_assign(value->id, std::move(elements));
}

// Extents that only the data decide get a name, so that values that share one can be seen to.
void GraphInference::nameOpenExtents(const ir::Node& node) {
    for (const ValueId id : node.outputs) {
        const ir::Value* written = valueAt(id);
        if (!written || m_graph.isInput(id) || !written->type.isTensor() || !written->type.shape) continue;
        ir::Value& value = m_graph.value(id);
        for (std::size_t axis = 0; axis < value.type.shape->size(); ++axis)
            if (ir::Dim& dim = (*value.type.shape)[axis];
                dim == ir::Dim() && m_session.take(static_cast<std::int64_t>(value.name.size())))
                dim = ir::Dim::named(value.name + "#" + std::to_string(axis));
    }
}

void GraphInference::inferNode(NodeId id) {
    if (m_graph.node(id).body) return inferBody(id);
    const Operator* op = find(m_graph.node(id).domain, m_graph.node(id).op);
    if (!op || !op->infer) {
        const ir::Node& node = m_graph.node(id);
        add(Severity::Note, "unknown-operator",
            say("node '{1}' has the unknown operator '{2}' of domain '{3}', opset {4}; its outputs keep their "
                "declared types",
                node.label(), node.op, node.domain.empty() ? "ai.onnx" : node.domain, opset(node.domain)),
            node);
        return inferRemainingSubgraphs(id, {});
    }

    const std::int64_t opset = this->opset(m_graph.node(id).domain);
    std::vector<std::pair<GraphPtr, GraphPtr>> replaced;
    bool accepted = false;
    {
        NodeInference context(*this, m_graph.node(id), opset);
        Result<void> done = checkKinds(*op, context);
        if (done) done = op->infer(context);
        const ir::Node& node = m_graph.node(id);
        if (done && node.is("Loop")) context.countIterations();
        for (auto& subgraph : context.subgraphs()) {
            replaced.emplace_back(std::move(subgraph.original), std::move(subgraph.inner.graph));
            std::ranges::move(subgraph.inner.diagnostics, std::back_inserter(m_found));
        }
        accepted = done.has_value();
        if (!accepted) {
            if (done.error().code != ErrorCode::Cancelled)
                add(Severity::Error, "shape-error",
                    say("node '{1}' ({2}): {3}", node.label(), node.op, done.error().message), node);
        } else {
            for (std::size_t i = 0; i < context.outputs().size(); ++i) {
                auto& output = context.outputs()[i];
                if (output.value) {
                    setValue(node, i, *std::move(output.value));
                } else if (output.type) {
                    setType(node, i, *output.type);
                    if (output.elements) setElements(node, i, *std::move(output.elements));
                }
            }
            if (op->dataDependentShape) nameOpenExtents(node);
        }
    }
    inferRemainingSubgraphs(id, replaced);
    if (!accepted) return;
    foldNode(*op, id, opset);
    followSymbols(*op, id, opset);
}

void GraphInference::inferBody(NodeId id) {
    const ir::Node& node = m_graph.node(id);
    KnownInputs inputs;
    for (std::size_t i = 0; i < node.body->inputs.size(); ++i) {
        const ir::Value* value = valueAt(node.input(i));
        inputs.types.push_back(value ? value->type : ir::TensorType());
        inputs.values.push_back(value ? value->known() : nullptr);
        inputs.elements.push_back(value ? elementsAt(value->id) : nullptr);
    }
    Inner inner = inferInner(node.body, inputs, false, node, "body");
    std::ranges::move(inner.diagnostics, std::back_inserter(m_found));
    m_graph.node(id).body = inner.graph;
    for (std::size_t i = 0; i < inner.graph->outputs.size(); ++i) {
        const ValueId output = inner.graph->outputs[i];
        if (!inner.graph->contains(output)) continue;
        const ir::Value& value = inner.graph->value(output);
        if (const ir::Tensor* known = value.known()) {
            setValue(node, i, *known);
        } else {
            setType(node, i, value.type);
            if (const auto it = inner.elements.find(i); it != inner.elements.end())
                setElements(node, i, std::move(it->second));
        }
    }
}

// Puts the inferred copies in place; subgraphs that the operator did not ask about are inferred from their
// declarations.
void GraphInference::inferRemainingSubgraphs(NodeId id,
                                             const std::vector<std::pair<GraphPtr, GraphPtr>>& done) {
    const auto inferred = [&](const GraphPtr& original, const std::string& name) -> GraphPtr {
        if (!original) return original;
        const auto it = std::ranges::find(done, original, &std::pair<GraphPtr, GraphPtr>::first);
        if (it != done.end()) return it->second;
        Inner inner = inferInner(original, {}, true, m_graph.node(id), name);
        std::ranges::move(inner.diagnostics, std::back_inserter(m_found));
        return inner.graph;
    };
    for (ir::Attribute& attribute : m_graph.node(id).attributes) {
        if (auto* graph = std::get_if<GraphPtr>(&attribute.value)) *graph = inferred(*graph, attribute.name);
        if (auto* graphs = std::get_if<std::vector<GraphPtr>>(&attribute.value))
            for (GraphPtr& each : *graphs)
                each = inferred(each, attribute.name);
    }
}

void GraphInference::foldNode(const Operator& op, NodeId id, std::int64_t opset) {
    const ir::Node& node = m_graph.node(id);
    std::vector<const ir::Tensor*> inputs;
    for (const ValueId input : node.inputs) {
        inputs.push_back(nullptr);
        if (!input.valid()) continue;
        const ir::Value* value = valueAt(input);
        inputs.back() = value ? value->known() : nullptr;
        if (!inputs.back()) return;
    }
    std::vector<ir::TensorType> outputs;
    bool open = false;
    for (const ValueId output : node.outputs) {
        const ir::Value* value = valueAt(output);
        if (!value) continue;
        outputs.push_back(value->type);
        open = open || !value->known();
    }
    if (!open) return;
    auto results = fold(op, node, opset, inputs, outputs, m_session.run);
    if (!results) return;
    const auto isNew = [&](const ir::Tensor& result) { // not a view of an input
        return std::ranges::none_of(inputs, [&](const ir::Tensor* input) {
            return input && (result.dtype() == ir::DataType::String ? &input->strings() == &result.strings()
                                                                    : input->owner() == result.owner());
        });
    };
    for (std::size_t i = 0; i < results->size(); ++i)
        if (!isNew((*results)[i]) || m_session.take(ir::elementBytes((*results)[i])))
            setValue(node, i, std::move((*results)[i]));
}

void GraphInference::followSymbols(const Operator& op, NodeId id, std::int64_t opset) {
    const ir::Node& node = m_graph.node(id);
    std::vector<SymbolicInput> inputs;
    bool symbols = false;
    for (const ValueId input : node.inputs) {
        const ir::Value* value = valueAt(input);
        inputs.emplace_back();
        if (!value) continue;
        inputs.back() = {&value->type, value->known(), elementsAt(input)};
        symbols = symbols || (!inputs.back().value && inputs.back().elements);
    }
    if (!symbols) return;
    std::vector<ir::TensorType> outputs;
    for (const ValueId output : node.outputs)
        outputs.push_back(valueAt(output) ? valueAt(output)->type : ir::TensorType());
    auto found = symbolicOutputs(op, node, opset, inputs, outputs, m_session.run);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] && valueAt(node.output(i)) && !elementsAt(node.output(i)))
            setElements(node, i, *std::move(found[i]));
}

} // namespace edgewright::ops
