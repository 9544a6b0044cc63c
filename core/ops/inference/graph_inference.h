// SPDX-License-Identifier: GPL-3.0-or-later
// Type inference over one graph and the graphs inside its nodes.
#pragma once

#include "core/base/memory_budget.h"
#include "core/base/say.h"
#include "core/ops/infer.h"
#include "core/ops/inference/symbolic_elements.h"
#include "core/ops/operator.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::ops {

using GraphPtr = std::shared_ptr<const ir::Graph>;

// State that is the same for every graph of one model.
struct InferSession {
    const ir::Opsets& opsets;
    ir::Bindings symbols;
    const RunContext& run;
    MemoryBudget memory;
    std::int64_t visits = 0;        // of graphs and nodes
    std::string whyIncomplete = {}; // types, elements or findings; empty: all there is

    // A body may be inferred several times (Loop): hostile nesting must not cost more than this.
    static constexpr std::int64_t MaxVisits = 2'000'000;
    bool stopped() {
        if (visits > MaxVisits) stopAt(say("more than {1} nodes, bodies written out", MaxVisits));
        return visits > MaxVisits || run.stopped();
    }
    // Counts bytes that are kept. False: they do not fit, and has to be left out.
    [[nodiscard]] bool take(std::int64_t bytes) {
        if (memory.take(bytes)) return true;
        stopAt(memory.refusal(say("inferring types"), bytes).message);
        return false;
    }
    void stopAt(const std::string& why) {
        if (whyIncomplete.empty()) whyIncomplete = say("some types and elements are not inferred: {1}", why);
    }
};

// Facts about a graph's inputs from outside. Missing entries are as declared.
struct KnownInputs {
    std::vector<ir::TensorType> types;
    std::vector<const ir::Tensor*> values;
    std::vector<const Elements*> elements;
};

class GraphInference {
public:
    // `outer`: the inference of the graph around, whose values this one may read.
    GraphInference(InferSession& session, ir::Graph graph, const GraphInference* outer, int depth)
        : m_session(session), m_graph(std::move(graph)), m_outer(outer), m_depth(depth) {}

    void infer(const KnownInputs& inputs);
    ir::Graph take() { return std::move(m_graph); }
    Diagnostics& diagnostics() { return m_found; }
    std::vector<ir::TensorType> outputTypes() const;

    // Null for an id that this graph does not have.
    const ir::Value* valueAt(ValueId id) const {
        return id.valid() && m_graph.contains(id) ? &m_graph.value(id) : nullptr;
    }
    // Elements that are known as symbols; null when they are known as numbers (Value::known) or not at all.
    const Elements* elementsAt(ValueId id) const;

    // A copy of `graph` with types; its diagnostics speak of `node` here. `captures`: it may read values of
    // this graph.
    struct Inner {
        GraphPtr graph;
        Diagnostics diagnostics;
        std::vector<ir::TensorType> outputs;
        std::map<std::size_t, Elements> elements; // of outputs, by position
        std::int64_t bytes = 0;                   // of the session's memory that it took, with all inside
    };
    // The graph itself where the limits allow no copy.
    Inner inferInner(const GraphPtr& graph, const KnownInputs& inputs, bool captures, const ir::Node& node,
                     const std::string& what);
    // A copy is not needed any more.
    void forget(const Inner& inner) { m_session.memory.release(inner.bytes); }

private:
    std::int64_t opset(const std::string& domain) const {
        const ir::Opsets& opsets = m_graph.opsets.empty() ? m_session.opsets : m_graph.opsets;
        const auto it = opsets.find(domain);
        return it == opsets.end() ? 1 : it->second;
    }
    void prepare(const KnownInputs& inputs);
    // `message` names the node.
    void add(Severity severity, std::string code, std::string message, const ir::Node& node,
             ValueId value = {});
    void inferNode(NodeId id);
    void inferBody(NodeId id);
    void inferRemainingSubgraphs(NodeId id, const std::vector<std::pair<GraphPtr, GraphPtr>>& done);
    void setType(const ir::Node& node, std::size_t index, const ir::TensorType& type);
    void setValue(const ir::Node& node, std::size_t index, ir::Tensor tensor);
    void setElements(const ir::Node& node, std::size_t index, Elements elements);
    void nameOpenExtents(const ir::Node& node);
    void foldNode(const Operator& op, NodeId id, std::int64_t opset);
    void followSymbols(const Operator& op, NodeId id, std::int64_t opset);

    InferSession& m_session;
    ir::Graph m_graph;
    const GraphInference* m_outer;
    int m_depth;
    std::map<ValueId, Elements> m_elements;
    Diagnostics m_found;
};

} // namespace edgewright::ops
