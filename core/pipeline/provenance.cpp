// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/provenance.h"

#include "core/base/say.h"
#include "core/exec/tolerance.h"
#include "core/ir/order.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operator.h"

namespace edgewright::pipeline {

namespace {

constexpr int MaxDepth = 64; // of subgraphs and functions

void join(Provenance& into, const Provenance& from) {
    if (into.drawnBy.empty()) into.drawnBy = from.drawnBy;
    if (exec::unitRoundoff(from.coarsest) > exec::unitRoundoff(into.coarsest)) into.coarsest = from.coarsest;
}

class Tracing {
public:
    // `outer` is of the graph around a subgraph, null around the model and functions.
    Tracing(const ir::Graph& graph, const Tracing* outer, int depth)
        : m_graph(graph), m_depth(depth), m_values(graph.valueCount()) {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const ir::Value& value = graph.value(ValueId(i));
            if (outer && value.outer && outer->m_graph.contains(*value.outer))
                m_values[i] = outer->of(*value.outer);
        }
    }

    void setInput(std::size_t index, const Provenance& provenance) {
        if (index < m_graph.inputs.size() && m_graph.contains(m_graph.inputs[index]))
            join(m_values[m_graph.inputs[index].index()], provenance);
    }

    void run() {
        for (const ValueId id : m_graph.inputs)
            if (m_graph.contains(id)) set(id, m_values[id.index()]);
        for (const NodeId id : ir::executionOrder(m_graph).nodes)
            trace(m_graph.node(id));
    }

    const Provenance& of(ValueId id) const { return m_values[id.index()]; }
    std::vector<Provenance> take() { return std::move(m_values); }

private:
    void set(ValueId id, Provenance provenance) {
        const ir::Value& value = m_graph.value(id);
        if (value.known()) return; // follows from constants and shapes alone
        join(provenance, {{}, value.type.dtype});
        m_values[id.index()] = std::move(provenance);
    }

    Provenance readBy(const ir::Node& node) const {
        Provenance all;
        for (const ValueId id : node.inputs)
            if (id.valid() && m_graph.contains(id)) join(all, of(id));
        for (const ValueId id : ir::capturedValues(node))
            if (m_graph.contains(id)) join(all, of(id));
        return all;
    }

    void trace(const ir::Node& node) {
        if (node.body && m_depth < MaxDepth) return traceBody(node);
        Provenance all;
        if (!node.is("Shape") && !node.is("Size")) all = readBy(node);
        if (!ir::hasSubgraph(node) && ops::isRandom(node, &m_graph))
            join(all, {node.op + " '" + node.label() + "'", ir::DataType::Float32});
        ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) {
            if (m_depth >= MaxDepth) return;
            Tracing tracing(*inner, this, m_depth + 1);
            for (std::size_t i = 0; i < inner->inputs.size(); ++i)
                tracing.setInput(i, all);
            tracing.run();
            for (const ValueId id : inner->outputs)
                if (inner->contains(id)) join(all, tracing.of(id));
        });
        for (const ValueId id : node.outputs)
            if (id.valid() && m_graph.contains(id)) set(id, all);
    }

    void traceBody(const ir::Node& node) {
        Tracing tracing(*node.body, nullptr, m_depth + 1);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            if (node.hasInput(i) && m_graph.contains(node.input(i))) tracing.setInput(i, of(node.input(i)));
        tracing.run();
        for (std::size_t i = 0; i < node.outputs.size() && i < node.body->outputs.size(); ++i)
            if (const ValueId inner = node.body->outputs[i];
                node.outputs[i].valid() && m_graph.contains(node.outputs[i]) && node.body->contains(inner))
                set(node.outputs[i], tracing.of(inner));
    }

    const ir::Graph& m_graph;
    int m_depth;
    std::vector<Provenance> m_values; // by value
};

} // namespace

std::string whyNotCompared(const std::string& drawnBy) {
    return say("follows from {1}, which draws numbers of its own", drawnBy);
}

std::vector<Provenance> provenanceOf(const ir::Graph& graph) {
    Tracing tracing(graph, nullptr, 0);
    tracing.run();
    return tracing.take();
}

} // namespace edgewright::pipeline
