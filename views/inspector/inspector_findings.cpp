// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages found out about a node or tensor: fusion, memory, INT8, cost.
#include "views/inspector/inspector.h"

#include "views/inspector/fold_section.h"
#include "views/support/quantity.h"

#include <algorithm>
#include <set>

namespace edgewright::views {

std::vector<NodeId> Inspector::relatives(NodeId node) const {
    std::vector<NodeId> result{node};
    if (!m_analysis->fusion) return result;
    for (const NodeId each : m_analysis->fusion->descendantsOf(node))
        result.push_back(each);
    for (const NodeId each : m_analysis->fusion->originsOf(node))
        result.push_back(each);
    return result;
}

void Inspector::showFusion(const ir::Node& node) {
    if (!m_analysis->fusion) return;
    const fusion::History& history = *m_analysis->fusion;
    const std::vector<NodeId> related = relatives(node.id);
    const auto touches = [&](const std::vector<NodeId>& nodes) {
        return std::ranges::any_of(nodes,
                                   [&](NodeId id) { return std::ranges::find(related, id) != related.end(); });
    };
    const auto by = [](const std::string& rule) {
        return rule.empty() ? tr("by hand") : QString::fromStdString(rule);
    };
    std::set<NodeId> heirs{node.id}; // after the steps so far
    for (const fusion::Step& step : history.steps) {
        std::ptrdiff_t lost = 0;
        if (step.site.inside.empty()) // else the patch has ids of a subgraph
            lost = std::ranges::count_if(step.patch.removed, [&](NodeId id) { return heirs.erase(id) > 0; });
        if (lost > 0) heirs.insert(step.made.begin(), step.made.end());
        if (lost > 0 || touches(step.nodes) || touches(step.made))
            m_fusion->addSentence(by(step.rule) + QStringLiteral(": ") + QString::fromStdString(step.reason));
    }
    for (const fusion::Step& step : history.possible)
        if (touches(step.nodes))
            m_fusion->addSentence(
                tr("Possible by %1: %2").arg(by(step.rule), QString::fromStdString(step.reason)));
    for (const fusion::Refusal& refusal : history.refusals)
        if (touches(refusal.nodes))
            m_fusion->addSentence(
                (refusal.isFused ? tr("Fused, but not into one operator by %1: %2") : tr("Not by %1: %2"))
                    .arg(by(refusal.rule), QString::fromStdString(refusal.reason)));
    if (m_fusion->isEmpty()) m_fusion->addSentence(tr("No rule looks for this operator here."), true);
}

void Inspector::showMemory(const std::vector<ValueId>& values) {
    const auto rows = [&](const pipeline::MemoryPlan& plan, const QString& side) {
        for (std::size_t b = 0; b < plan.liveness.values.size(); ++b)
            for (const ValueId value : plan.liveness.values[b]) {
                if (std::ranges::find(values, value) == values.end()) continue;
                const memory::Buffer& buffer = plan.liveness.problem.buffers[b];
                const memory::Part place = plan.liveness.placeIn(BufferId(b), value);
                m_memory->addRow(
                    side, tr("%1 at offset %2, steps %3 to %4")
                              .arg(bytesText(place.size), bytesText(plan.solution.offsets[b] + place.offset))
                              .arg(buffer.lower)
                              .arg(buffer.upper - 1));
            }
    };
    if (m_analysis->memoryBefore) rows(*m_analysis->memoryBefore, tr("Original"));
    if (m_analysis->memoryAfter) rows(*m_analysis->memoryAfter, tr("Fused"));
}

void Inspector::showInt8(const ir::Node& node) {
    const std::vector<NodeId> related = relatives(node.id);
    if (m_analysis->int8 && std::ranges::find(related, m_analysis->int8->node) != related.end()) {
        const quant::LayerStudy& study = *m_analysis->int8;
        m_int8->addRow(tr("SQNR"), significant(study.sqnrDb) + QStringLiteral(" dB"));
        m_int8->addRow(tr("Largest error"), significant(study.maxAbsError));
        m_int8->addRow(tr("Within one step"), percentText(study.withinOneStep));
        m_int8->addRow(tr("Accumulator"), tr("%1 bits needed").arg(study.accumulatorBitsNeeded));
        return;
    }
    const ir::Graph* before = m_analysis->before();
    if (before && std::ranges::any_of(related, [&](NodeId id) {
            return before->contains(id) && quant::canStudy(*before, before->node(id));
        }))
        m_int8->addSentence(tr("Choose this layer on the INT8 page to run the integer kernel on it."), true);
}

void Inspector::showCost(const ir::Node& node) {
    if (!m_analysis->costs) return;
    const std::vector<NodeId> related = relatives(node.id);
    for (const cost::LayerCost& layer : m_analysis->costs->report.layers) {
        if (std::ranges::find(related, layer.layer.node) == related.end()) continue;
        const bool isArray = layer.layer.unit == cost::Unit::Array;
        if (isArray)
            m_cost->addRow(tr("Matrix"),
                           tr("M %1 × N %2 × K %3").arg(layer.layer.m).arg(layer.layer.n).arg(layer.layer.k));
        else
            m_cost->addRow(tr("Vector unit"),
                           tr("%1 elements").arg(countText(static_cast<double>(layer.layer.elements))));
        m_cost->addRow(tr("Cycles"), cyclesText(layer.cycles));
        if (layer.stallCycles > 0) m_cost->addRow(tr("Of them stalled"), cyclesText(layer.stallCycles));
        if (isArray) {
            m_cost->addRow(tr("Array in use"), percentText(layer.utilization));
            m_cost->addRow(tr("Intensity"), significant(layer.intensity) + QStringLiteral(" MAC/B"));
        }
        m_cost->addRow(tr("Bound by"), layer.memoryBound ? tr("memory") : tr("compute"));
    }
}

} // namespace edgewright::views
