// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/graph_problem.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/known_beforehand.h"
#include "core/ir/order.h"
#include "core/memory/value_sizes.h"

#include <algorithm>

namespace edgewright::partition {

namespace {

class Reader {
public:
    explicit Reader(const ir::Graph& graph)
        : m_graph(graph), m_sizes(graph), m_places(graph.valueCount(), None) {}

    Result<GraphProblem> read() {
        const ir::Order order = ir::executionOrder(m_graph);
        if (!order.cyclic.empty())
            return badInput(say("node '{1}' lies on a cycle or behind one: it never runs",
                                m_graph.node(order.cyclic.front()).label()));
        for (const ValueId input : m_graph.inputs)
            RETURN_IF_ERROR(addTensor(input, Tensor::Given));
        for (const NodeId id : order.nodes) {
            const ir::Node& node = m_graph.node(id);
            if (ir::isKnownBeforehand(m_graph, node)) continue;
            const std::size_t step = m_result.nodes.size();
            m_result.nodes.push_back(id);
            m_result.problem.steps.push_back(node.label());
            for (const ValueId value : node.inputs)
                noteRead(value, step);
            for (const ValueId value : ir::capturedValues(node))
                noteRead(value, step);
            for (const ValueId value : node.outputs)
                if (value.valid()) RETURN_IF_ERROR(addTensor(value, step));
        }
        for (const ValueId output : m_graph.outputs)
            if (const std::size_t place = placeOf(output); place != None && !isWeight(output))
                m_result.problem.tensors[place].kept = true;
        return std::move(m_result);
    }

private:
    static constexpr std::size_t None = static_cast<std::size_t>(-1);

    bool isWeight(ValueId id) const { return m_graph.value(id).constant || m_graph.value(id).folded; }
    std::size_t placeOf(ValueId id) const {
        return id.valid() && m_graph.contains(id) ? m_places[id.index()] : None;
    }

    Result<void> addTensor(ValueId id, std::size_t made) {
        const auto bytes = m_sizes.bytes(id);
        if (!bytes)
            return unsupported(say("{1} has no known size: a stage could not be sent what it reads",
                                   inQuotes(m_graph.value(id).name)));
        m_places[id.index()] = m_result.tensors.size();
        m_result.tensors.push_back(id);
        m_result.problem.tensors.push_back({*bytes, made, {}, false});
        return {};
    }

    void noteRead(ValueId id, std::size_t step) {
        if (!id.valid() || !m_graph.contains(id)) return;
        if (isWeight(id) && placeOf(id) == None) {
            const ir::Value& value = m_graph.value(id);
            const auto bytes = (value.constant ? *value.constant : *value.folded).type().bytes();
            if (!bytes) return; // strings
            m_places[id.index()] = m_result.weights.size();
            m_result.weights.push_back(id);
            m_result.problem.weights.push_back({*bytes, {}});
        }
        const std::size_t place = placeOf(id);
        if (place == None) return;
        std::vector<std::size_t>& reads =
            isWeight(id) ? m_result.problem.weights[place].reads : m_result.problem.tensors[place].reads;
        if (reads.empty() || reads.back() != step) reads.push_back(step);
    }

    const ir::Graph& m_graph;
    const memory::ValueSizes m_sizes;
    std::vector<std::size_t> m_places; // by value: among the tensors, or among the weights
    GraphProblem m_result;
};

} // namespace

Result<GraphProblem> problemOf(const ir::Graph& graph) { return Reader(graph).read(); }

} // namespace edgewright::partition
