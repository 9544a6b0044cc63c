// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/network/network_plan.h"

#include "core/base/say.h"
#include "core/ir/known_beforehand.h"
#include "core/ir/order.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::gpu {

namespace {

class Planner {
public:
    Planner(const ir::Graph& graph, const ir::Opsets& opsets, const LayerTarget& target)
        : m_graph(graph), m_opsets(opsets), m_target(target),
          m_onHost(graph.inputs.begin(), graph.inputs.end()) {}

    Result<NetworkPlan> plan() && {
        const ir::Order order = ir::executionOrder(m_graph);
        if (!order.cyclic.empty())
            return badInput(say("node '{1}' depends on itself", m_graph.node(order.cyclic.front()).label()));
        for (const NodeId id : neededOf(order.nodes))
            addNode(m_graph.node(id));
        for (const ValueId output : m_graph.outputs)
            if (!m_graph.value(output).known()) bring(output, {}, m_onHost, ActionKind::ToHost);
        return std::move(m_plan);
    }

private:
    std::vector<NodeId> neededOf(const std::vector<NodeId>& order) const {
        std::unordered_set<ValueId> wanted(m_graph.outputs.begin(), m_graph.outputs.end());
        std::vector<NodeId> needed;
        for (std::size_t i = order.size(); i-- > 0;) {
            const ir::Node& node = m_graph.node(order[i]);
            const auto isWanted = [&](ValueId id) { return id.valid() && wanted.contains(id); };
            if (ir::isKnownBeforehand(m_graph, node) || std::ranges::none_of(node.outputs, isWanted)) continue;
            needed.push_back(node.id);
            for (const ValueId id : readsOf(node))
                wanted.insert(id);
        }
        std::ranges::reverse(needed);
        return needed;
    }

    // Values that a run makes.
    std::vector<ValueId> readsOf(const ir::Node& node) const {
        std::vector<ValueId> reads;
        const auto add = [&](ValueId id) {
            if (id.valid() && !m_graph.value(id).known() && std::ranges::find(reads, id) == reads.end())
                reads.push_back(id);
        };
        for (const ValueId id : node.inputs)
            add(id);
        for (const ValueId id : ir::capturedValues(node))
            add(id);
        return reads;
    }

    void bring(ValueId value, NodeId reader, std::unordered_set<ValueId>& to, ActionKind kind) {
        if (to.insert(value).second) m_plan.actions.push_back({kind, reader, value});
    }

    void addNode(const ir::Node& node) {
        auto layer = layerOf(m_graph, node, m_opsets, m_target);
        if (!layer) {
            for (const ValueId id : readsOf(node))
                bring(id, node.id, m_onHost, ActionKind::ToHost);
            m_plan.actions.push_back({ActionKind::OnHost, node.id, {}, 0, layer.error().message});
            m_onHost.insert(node.outputs.begin(), node.outputs.end());
            return;
        }
        // Of what a layer names, only what a run makes is copied; the rest are constants.
        std::vector<ValueId> reads;
        for (const Layer::Place& place : layer->places)
            if (place.kind == Layer::Place::Kind::Tensor) reads.push_back(place.tensor);
        if (layer->viewOf) reads.push_back(*layer->viewOf);
        for (const ValueId id : reads)
            if (!m_graph.value(id).known() && std::ranges::find(node.outputs, id) == node.outputs.end())
                bring(id, node.id, m_onGpu, ActionKind::ToGpu);
        m_plan.actions.push_back({ActionKind::Launches, node.id, {}, m_plan.layers.size()});
        m_plan.layers.push_back(*std::move(layer));
        m_onGpu.insert(node.outputs.begin(), node.outputs.end());
    }

    const ir::Graph& m_graph;
    const ir::Opsets& m_opsets;
    const LayerTarget& m_target;
    std::unordered_set<ValueId> m_onHost, m_onGpu;
    NetworkPlan m_plan;
};

} // namespace

std::size_t NetworkPlan::count(ActionKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(actions, kind, &Action::kind));
}

Result<NetworkPlan> networkPlan(const ir::Graph& graph, const ir::Opsets& opsets, const LayerTarget& target) {
    return Planner(graph, opsets, target).plan();
}

} // namespace edgewright::gpu
