// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/operator_times.h"

#include "core/cost/processor/features.h"
#include "core/ops/work.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::device {

Arithmetic arithmeticOf(const ir::Graph& graph, const ir::Node& node) {
    double all = 0, onCodes = 0;
    for (const ops::NodeWork& work : ops::workOf(graph, node).nodes) {
        const auto macs = static_cast<double>(work.macs());
        all += macs;
        const ir::DataType type = work.inputs.empty() ? ir::DataType::Float32 : work.inputs.front().dtype;
        if (type == ir::DataType::Int8 || type == ir::DataType::UInt8) onCodes += macs;
    }
    return onCodes > all / 2 ? Arithmetic::Int8 : Arithmetic::Float32;
}

namespace {

// By node: the nodes of the base graph that it stands for, in one walk over the steps.
class Origins {
public:
    explicit Origins(const fusion::History* history) {
        if (!history) return;
        for (const fusion::Step& step : history->steps) {
            if (!step.site.inside.empty()) continue;
            std::vector<NodeId> all;
            for (const NodeId removed : step.patch.removed) {
                const std::vector<NodeId> before = of(removed);
                all.insert(all.end(), before.begin(), before.end());
            }
            std::ranges::sort(all);
            all.erase(std::unique(all.begin(), all.end()), all.end());
            for (const NodeId made : step.made)
                m_origins[made] = all;
        }
    }
    std::vector<NodeId> of(NodeId node) const {
        const auto known = m_origins.find(node);
        return known == m_origins.end() ? std::vector{node} : known->second;
    }

private:
    std::unordered_map<NodeId, std::vector<NodeId>> m_origins;
};

// `given`: the node of the network's graph that it is a part of.
std::vector<NodeId> quantizedOrigins(const Ran& ran, const ir::Node& node, NodeId given) {
    std::vector<NodeId> origins = ran.quantized->originsOf(node);
    return origins.empty() ? ran.quantized->originsOf(ran.quantized->graph().node(given)) : origins;
}

} // namespace

std::vector<OperatorTime> operatorTimes(const Ran& ran, const std::vector<std::vector<exec::NodeTiming>>& runs,
                                        double quantile) {
    std::vector<OperatorTime> operators;
    if (runs.empty()) return operators;
    const Origins fused(ran.quantized ? nullptr : ran.history);
    std::vector<double> took(runs.size()), began(runs.size());
    for (std::size_t at = 0; at < runs.front().size(); ++at) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const exec::NodeTiming& timing = runs[i][at];
            took[i] = timing.microseconds * 1e-6;
            began[i] = timing.start * 1e-6;
        }
        std::ranges::sort(took);
        std::ranges::sort(began);
        const ir::Node& node = ran.graph->node(runs.front()[at].node);
        const NodeId given = ran.plan ? ran.plan->execution.given(node.id) : node.id;
        std::vector<NodeId> origins = ran.quantized ? quantizedOrigins(ran, node, given) : fused.of(given);
        const NodeId shown = !ran.quantized ? given : origins.empty() ? NodeId() : origins.front();
        operators.push_back({shown, node.label(), node.op, measure::quantile(took, quantile),
                             measure::quantile(began, quantile), ops::macsOf(*ran.graph, node),
                             ops::bytesOf(*ran.graph, node), std::move(origins),
                             cost::featuresOf(*ran.graph, node), arithmeticOf(*ran.graph, node)});
    }
    return operators;
}

} // namespace edgewright::device
