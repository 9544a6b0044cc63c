// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/infer.h"

#include "core/ir/order.h"
#include "core/ops/bindings.h"
#include "core/ops/fold.h"
#include "core/ops/merge_types.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <utility>

namespace edgewright::ops {

namespace {

using GraphPtr = std::shared_ptr<const ir::Graph>;

// Hostile nesting must not cost more than this. A body may be inferred several times (Loop), hence the second
// limit.
constexpr int MaxDepth = 64;
constexpr std::int64_t MaxVisits = 5'000'000;

// What is the same for every graph of one model.
struct Session {
    const ir::Opsets& opsets;
    Bindings symbols;
    const RunContext& run;
    std::int64_t visits = 0;

    bool stopped() const { return visits > MaxVisits || run.stopped(); }
    std::int64_t opset(const std::string& domain) const {
        const auto it = opsets.find(domain);
        return it == opsets.end() ? 1 : it->second;
    }
};

// What is known of a graph's inputs from outside. Missing entries are as declared.
struct Known {
    std::vector<ir::TensorType> types;
    std::vector<const ir::Tensor*> elements;
};

class GraphInference {
public:
    GraphInference(Session& session, ir::Graph graph, const ir::Graph* outer, int depth)
        : m_session(session), m_graph(std::move(graph)), m_outer(outer), m_depth(depth) {}

    void infer(const Known& inputs) {
        ++m_session.visits;
        prepare(inputs);
        for (const NodeId id : ir::executionOrder(m_graph).nodes) {
            ++m_session.visits;
            if (m_session.stopped()) return;
            inferNode(id);
        }
    }
    ir::Graph take() { return std::move(m_graph); }
    const ir::Graph& graph() const { return m_graph; }
    Diagnostics& diagnostics() { return m_found; }

    std::vector<ir::TensorType> outputTypes() const {
        std::vector<ir::TensorType> types;
        for (const ValueId id : m_graph.outputs)
            types.push_back(m_graph.contains(id) ? m_graph.value(id).type : ir::TensorType());
        return types;
    }

private:
    class Context;

    void prepare(const Known& inputs) {
        for (std::size_t i = 0; i < m_graph.valueCount(); ++i) {
            ir::Value& value = m_graph.value(ValueId(i));
            value.folded.reset();
            bindSymbols(value.type, m_session.symbols);
            if (value.constant) value.type = value.constant->type();
            if (!value.outer || !m_outer || !m_outer->contains(*value.outer)) continue;
            const ir::Value& captured = m_outer->value(*value.outer);
            value.type = mergeTypes(value.type, captured.type).type;
            if (const ir::Tensor* elements = captured.known(); elements && !value.constant)
                value.folded = *elements;
        }
        for (std::size_t i = 0; i < m_graph.inputs.size(); ++i) {
            if (!m_graph.contains(m_graph.inputs[i])) continue;
            ir::Value& value = m_graph.value(m_graph.inputs[i]);
            if (i < inputs.types.size()) value.type = mergeTypes(value.type, inputs.types[i]).type;
            if (i < inputs.elements.size() && inputs.elements[i]) value.folded = *inputs.elements[i];
        }
    }

    void add(Severity severity, std::string code, std::string message, const ir::Node& node,
             ValueId value = {}) {
        const std::string place = "node '" + node.label() + "'";
        m_found.push_back({severity, std::move(code), place + " " + std::move(message), node.id, value, place});
    }

    const ir::Value* valueAt(ValueId id) const {
        return id.valid() && m_graph.contains(id) ? &m_graph.value(id) : nullptr;
    }

    void inferNode(NodeId id);
    void inferBody(NodeId id);
    void inferRemainingSubgraphs(NodeId id, const std::vector<std::pair<GraphPtr, GraphPtr>>& done);
    void setType(const ir::Node& node, std::size_t index, const ir::TensorType& type);
    void setElements(const ir::Node& node, std::size_t index, ir::Tensor tensor);
    void foldNode(const Operator& op, NodeId id, std::int64_t opset);
    // A copy of `graph` with types; its diagnostics speak of `node` here.
    std::pair<GraphPtr, Diagnostics> inferInner(const ir::Graph& graph, const Known& inputs, bool captures,
                                                const ir::Node& node, const std::string& what,
                                                std::vector<ir::TensorType>* outputs = nullptr);

    Session& m_session;
    ir::Graph m_graph;
    const ir::Graph* m_outer;
    int m_depth;
    Diagnostics m_found;
};

class GraphInference::Context final : public InferContext {
public:
    Context(GraphInference& owner, const ir::Node& node, std::int64_t opset)
        : m_owner(owner), m_node(node), m_opset(opset), m_types(node.outputs.size()),
          m_elements(node.outputs.size()) {}

    const ir::Node& node() const override { return m_node; }
    std::int64_t opset() const override { return m_opset; }
    const ir::TensorType* input(std::size_t index) const override {
        const ir::Value* value = m_owner.valueAt(m_node.input(index));
        return value ? &value->type : nullptr;
    }
    const ir::Tensor* value(std::size_t index) const override {
        const ir::Value* value = m_owner.valueAt(m_node.input(index));
        return value ? value->known() : nullptr;
    }
    void setOutput(std::size_t index, ir::TensorType type) override {
        if (index < m_types.size()) m_types[index] = std::move(type);
    }
    void setValue(std::size_t index, ir::Tensor tensor) override {
        if (index >= m_types.size()) return;
        m_types[index] = tensor.type();
        m_elements[index] = std::move(tensor);
    }
    Result<std::vector<ir::TensorType>> inferSubgraph(const ir::Graph& graph,
                                                      std::span<const ir::TensorType> inputs) override {
        const ir::Attribute* attribute = attributeOf(graph);
        if (!attribute) return internalError("a subgraph that is no attribute of the node");
        std::vector<ir::TensorType> outputs;
        auto [copy, found] = m_owner.inferInner(graph, {{inputs.begin(), inputs.end()}, {}}, true, m_node,
                                                attribute->name, &outputs);
        std::erase_if(m_subgraphs, [&](const Subgraph& each) { return each.original.get() == &graph; });
        m_subgraphs.push_back({std::get<GraphPtr>(attribute->value), copy, std::move(found)});
        return outputs;
    }

    struct Subgraph {
        GraphPtr original;
        GraphPtr inferred;
        Diagnostics diagnostics;
    };
    std::vector<std::optional<ir::TensorType>>& types() { return m_types; }
    std::vector<std::optional<ir::Tensor>>& elements() { return m_elements; }
    std::vector<Subgraph>& subgraphs() { return m_subgraphs; }

private:
    const ir::Attribute* attributeOf(const ir::Graph& graph) const {
        const auto it = std::ranges::find_if(m_node.attributes, [&](const ir::Attribute& attribute) {
            const auto* held = std::get_if<GraphPtr>(&attribute.value);
            return held && held->get() == &graph;
        });
        return it == m_node.attributes.end() ? nullptr : &*it;
    }

    GraphInference& m_owner;
    const ir::Node& m_node;
    std::int64_t m_opset;
    std::vector<std::optional<ir::TensorType>> m_types;
    std::vector<std::optional<ir::Tensor>> m_elements;
    std::vector<Subgraph> m_subgraphs;
};

std::pair<GraphPtr, Diagnostics> GraphInference::inferInner(const ir::Graph& graph, const Known& inputs,
                                                            bool captures, const ir::Node& node,
                                                            const std::string& what,
                                                            std::vector<ir::TensorType>* outputs) {
    if (m_depth >= MaxDepth) {
        auto copy = std::make_shared<const ir::Graph>(graph);
        if (outputs) outputs->resize(graph.outputs.size());
        return {copy, {}};
    }
    GraphInference inner(m_session, graph, captures ? &m_graph : nullptr, m_depth + 1);
    inner.infer(inputs);
    if (outputs) *outputs = inner.outputTypes();
    Diagnostics found = std::move(inner.diagnostics());
    for (Diagnostic& each : found) {
        each.place += " in '" + what + "' of node '" + node.label() + "'";
        each.node = node.id; // the place to jump to is the node in this graph
        each.value = {};
    }
    return {std::make_shared<const ir::Graph>(inner.take()), std::move(found)};
}

void GraphInference::setType(const ir::Node& node, std::size_t index, const ir::TensorType& type) {
    const ValueId id = node.output(index);
    if (!id.valid() || !m_graph.contains(id)) return;
    ir::Value& value = m_graph.value(id);
    if (value.constant || m_graph.isInput(id)) return; // written by a node as well: verify reports it
    const MergedType merged = mergeTypes(value.type, type);
    if (merged.contradiction)
        add(Severity::Warning, "shape-mismatch",
            "writes '" + value.name + "' as " + type.text() + " where the file declares " + value.type.text(),
            node, id);
    value.type = merged.type;
}

void GraphInference::setElements(const ir::Node& node, std::size_t index, ir::Tensor tensor) {
    const ValueId id = node.output(index);
    if (!id.valid() || !m_graph.contains(id) || !tensor.hasData()) return;
    setType(node, index, tensor.type());
    ir::Value& value = m_graph.value(id);
    if (!value.constant && !m_graph.isInput(id)) value.folded = std::move(tensor);
}

void GraphInference::inferNode(NodeId id) {
    if (m_graph.node(id).body) return inferBody(id);
    const Operator* op = find(m_graph.node(id).domain, m_graph.node(id).op);
    if (!op || !op->infer) {
        const ir::Node& node = m_graph.node(id);
        add(Severity::Note, "unknown-operator",
            "has the unknown operator '" + node.op + "' of domain '" +
                (node.domain.empty() ? "ai.onnx" : node.domain) + "', opset " +
                std::to_string(m_session.opset(node.domain)) + "; its outputs keep their declared types",
            node);
        return inferRemainingSubgraphs(id, {});
    }

    const std::int64_t opset = m_session.opset(m_graph.node(id).domain);
    std::vector<std::pair<GraphPtr, GraphPtr>> replaced;
    bool accepted = false;
    {
        Context context(*this, m_graph.node(id), opset);
        const Result<void> done = op->infer(context);
        const ir::Node& node = m_graph.node(id);
        for (auto& subgraph : context.subgraphs()) {
            replaced.emplace_back(std::move(subgraph.original), std::move(subgraph.inferred));
            std::ranges::move(subgraph.diagnostics, std::back_inserter(m_found));
        }
        accepted = done.has_value();
        if (!accepted) {
            if (done.error().code != ErrorCode::Cancelled)
                add(Severity::Error, "shape-error", "(" + node.op + "): " + done.error().message, node);
        } else {
            for (std::size_t i = 0; i < context.types().size(); ++i) {
                if (context.elements()[i])
                    setElements(node, i, *std::move(context.elements()[i]));
                else if (context.types()[i])
                    setType(node, i, *context.types()[i]);
            }
        }
    }
    inferRemainingSubgraphs(id, replaced);
    if (accepted) foldNode(*op, id, opset);
}

void GraphInference::inferBody(NodeId id) {
    const ir::Node& node = m_graph.node(id);
    Known inputs;
    for (std::size_t i = 0; i < node.body->inputs.size(); ++i) {
        const ir::Value* value = valueAt(node.input(i));
        inputs.types.push_back(value ? value->type : ir::TensorType());
        inputs.elements.push_back(value ? value->known() : nullptr);
    }
    auto [body, found] = inferInner(*node.body, inputs, false, node, "body");
    std::ranges::move(found, std::back_inserter(m_found));
    m_graph.node(id).body = body;
    for (std::size_t i = 0; i < body->outputs.size(); ++i) {
        const ValueId output = body->outputs[i];
        if (!body->contains(output)) continue;
        const ir::Value& value = body->value(output);
        if (const ir::Tensor* elements = value.known())
            setElements(node, i, *elements);
        else
            setType(node, i, value.type);
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
        auto [copy, found] = inferInner(*original, {}, true, m_graph.node(id), name);
        std::ranges::move(found, std::back_inserter(m_found));
        return copy;
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
    for (std::size_t i = 0; i < results->size(); ++i)
        setElements(node, i, std::move((*results)[i]));
}

} // namespace

Inferred inferTypes(const ir::Graph& graph, const ir::Opsets& opsets, const Bindings& bindings,
                    const RunContext& run) {
    ir::Graph copy = graph;
    Session session{opsets, bindInputs(copy, bindings), run, 0};
    GraphInference inference(session, std::move(copy), nullptr, 0);
    inference.infer({});

    Inferred result;
    result.diagnostics = std::move(inference.diagnostics());
    result.graph = inference.take();
    std::vector<bool> used(result.graph.valueCount(), false);
    const auto mark = [&](ValueId id) {
        if (id.valid() && result.graph.contains(id)) used[id.index()] = true;
    };
    std::ranges::for_each(result.graph.inputs, mark);
    for (const NodeId id : result.graph.order())
        std::ranges::for_each(result.graph.node(id).outputs, mark);
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] && !result.graph.value(ValueId(i)).type.dims()) result.unresolved.push_back(ValueId(i));
    return result;
}

} // namespace edgewright::ops
