// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/stage_graphs.h"

#include <algorithm>

namespace edgewright::partition {

namespace {

bool isWithin(std::size_t step, const Stage& stage) { return step >= stage.first && step < stage.end; }

// What the operators of a stage read, and what that is computed from, as far as it is known beforehand.
class Needs {
public:
    Needs(const ir::Graph& graph, const GraphProblem& made)
        : m_graph(graph), m_links(graph), m_isStep(graph.nextNode().index(), false) {
        for (const NodeId id : made.nodes)
            m_isStep[id.index()] = true;
    }

    struct Found {
        std::vector<bool> nodes, values; // by id
    };
    Found of(std::span<const NodeId> steps) const {
        Found found{std::vector<bool>(m_isStep.size(), false), std::vector<bool>(m_graph.valueCount(), false)};
        std::vector<NodeId> open(steps.begin(), steps.end());
        for (const NodeId id : open)
            found.nodes[id.index()] = true;
        while (!open.empty()) {
            const ir::Node& node = m_graph.node(open.back());
            open.pop_back();
            std::vector<ValueId> reads = node.inputs;
            const std::vector<ValueId> captured = ir::capturedValues(node);
            reads.insert(reads.end(), captured.begin(), captured.end());
            for (const ValueId value : reads) {
                if (!value.valid() || !m_graph.contains(value)) continue;
                found.values[value.index()] = true;
                const auto producer = m_links.producer(value);
                if (!producer || m_isStep[producer->index()] || found.nodes[producer->index()]) continue;
                found.nodes[producer->index()] = true;
                open.push_back(*producer);
            }
        }
        return found;
    }

private:
    const ir::Graph& m_graph;
    const ir::Connections m_links;
    std::vector<bool> m_isStep; // by node
};

} // namespace

std::vector<ir::Graph> stageGraphs(const ir::Graph& graph, const GraphProblem& made, const Split& split) {
    const Needs needs(graph, made);
    std::vector<ir::Graph> graphs;
    for (const Stage& stage : split) {
        const Needs::Found found =
            needs.of(std::span(made.nodes).subspan(stage.first, stage.end - stage.first));
        ir::Graph part = graph;
        std::vector<NodeId> order;
        for (const NodeId id : graph.order())
            if (found.nodes[id.index()]) order.push_back(id);
        part.keepOnly(std::move(order));
        part.inputs.clear();
        part.outputs.clear();
        for (std::size_t i = 0; i < made.tensors.size(); ++i) {
            const Tensor& tensor = made.problem.tensors[i];
            const bool isOwn = tensor.made != Tensor::Given && isWithin(tensor.made, stage);
            const bool isRead =
                std::ranges::any_of(tensor.reads, [&](std::size_t step) { return isWithin(step, stage); });
            const bool isReadLater = !tensor.reads.empty() && tensor.reads.back() >= stage.end;
            if (!isOwn && isRead) part.inputs.push_back(made.tensors[i]);
            if (isOwn && (tensor.kept || isReadLater)) part.outputs.push_back(made.tensors[i]);
        }
        for (std::size_t i = 0; i < part.valueCount(); ++i)
            if (!found.values[i]) part.value(ValueId(i)).constant.reset();
        graphs.push_back(std::move(part));
    }
    return graphs;
}

} // namespace edgewright::partition
