// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages found out about a node or tensor: fusion, memory, INT8, cost.
#include "views/inspector/inspector.h"

#include "core/fusion/option_fields.h"
#include "core/fusion/verdict.h"
#include "core/ops/work.h"
#include "views/inspector/describe.h"
#include "views/inspector/fold_section.h"
#include "views/inspector/name_label.h"
#include "views/session/measurements.h"
#include "views/support/field/field_editor.h"
#include "views/support/fusion_edits.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <algorithm>
#include <iterator>
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
    const fusion::Finding finding = fusion::findingOf(history, node.id);
    switch (finding.verdict) {
    case fusion::Verdict::Fused:
        m_fusion->addHeading(tr("Fused"));
        break;
    case fusion::Verdict::FusedOtherwise:
        m_fusion->addHeading(tr("Fused in another way"));
        break;
    case fusion::Verdict::NotFused:
        m_fusion->addHeading(tr("Not fused"));
        break;
    case fusion::Verdict::Untouched:
        if (finding.possible.empty())
            return m_fusion->addSentence(tr("No rule looks for this operator here."), true);
        m_fusion->addHeading(tr("Could be fused"));
        break;
    }
    for (const fusion::Refusal* refusal : finding.refusals) {
        m_fusion->addSentence((refusal->isFused ? tr("Not into one operator by %1: %2") : tr("Not by %1: %2"))
                                  .arg(ruleTitle(refusal->rule), QString::fromStdString(refusal->reason)));
        showRemedies(history, *refusal);
    }
    for (const fusion::Step* step : finding.possible) {
        m_fusion->addSentence(
            tr("Possible by %1: %2").arg(ruleTitle(step->rule), QString::fromStdString(step->reason)));
        m_fusion->addButton(tr("Apply"), [this, history = m_analysis->fusion, step] {
            applyPossible(m_context.settings, *history, *step);
        });
    }
    for (const fusion::Step* step : finding.steps)
        m_fusion->addSentence(stepSentence(*step));
    if (!finding.steps.empty())
        m_fusion->addButton(tr("Take back the last one"),
                            [this, history = m_analysis->fusion, step = finding.steps.back()] {
                                undoStep(m_context.settings, *step);
                            });
}

// What would change it, as buttons.
void Inspector::showRemedies(const fusion::History& history, const fusion::Refusal& refusal) {
    constexpr std::size_t MaxReaders = 3;
    const std::int64_t opset = refusal.neededOpset;
    if (opset > ir::opsetOf(history.opsets))
        m_fusion->addButton(tr("Raise the opset to %1").arg(opset), [this, opset] {
            changeSetting<&pipeline::Settings::fusion>(
                m_context.settings, fieldNamed(fusion::optionFields(), "opset_limit"), opset);
        });
    const std::vector<NodeId> readers = fusion::otherReaders(history, refusal);
    for (std::size_t i = 0; i < std::min(readers.size(), MaxReaders); ++i)
        m_fusion->addButton(
            tr("Show the other reader, %1").arg(shortName(labelText(history.graph.node(readers[i])), 28)),
            [this, reader = readers[i]] {
                m_selection.select({reader, {}});
            });
}

void Inspector::addArithmetic(double macs, const ops::Uncounted& uncounted) {
    QString text = macsText(macs, !uncounted.empty());
    if (!uncounted.empty())
        text +=
            QLatin1Char('\n') + tr("%1 not counted").arg(QString::fromStdString(ops::uncountedText(uncounted)));
    m_shapes->addRow(tr("Arithmetic"), text);
}

void Inspector::showSums(const ir::Graph& graph, const std::vector<NodeId>& nodes, const QString& title) {
    const ops::Sums sums = ops::sumsOf(graph, nodes);
    m_title->setFull(title.isEmpty() ? tr("%n nodes chosen", nullptr, static_cast<int>(sums.nodes)) : title);
    QStringList names;
    for (const auto& [op, count] : sums.operators)
        names << (count > 1 ? QStringLiteral("%1 × %2").arg(count).arg(QString::fromStdString(op))
                            : QString::fromStdString(op));
    m_subtitle->setFull(names.join(QStringLiteral(", ")));
    m_shapes->addRow(tr("Nodes"), countText(static_cast<double>(sums.nodes)));
    addArithmetic(sums.macs, sums.uncounted);
    m_shapes->addRow(tr("Parameters"), tr("%1, %2").arg(countText(static_cast<double>(sums.parameters)),
                                                        bytesText(sums.weightBytes)));
    m_shapes->addRow(tr("Activations"), bytesText(sums.activationBytes));
    if (!m_analysis->costs) return;
    std::set<NodeId> layers;
    for (const NodeId id : nodes)
        for (const NodeId relative : relatives(id))
            layers.insert(relative);
    std::int64_t cycles = 0;
    const cost::CostReport& report = m_analysis->costs->report;
    for (const cost::LayerCost& layer : report.layers)
        if (layers.contains(layer.layer.node)) cycles += layer.cycles;
    if (report.cycles > 0)
        m_cost->addRow(tr("Cycles"),
                       tr("%1, %2 of all")
                           .arg(cyclesText(cycles),
                                percentText(static_cast<double>(cycles) / static_cast<double>(report.cycles))));
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
        m_int8->addRow(tr("SQNR alone"), decibelText(study.sqnrDb));
        m_int8->addRow(tr("Largest error alone"), significant(study.maxAbsError));
        m_int8->addRow(tr("Within one step alone"), percentText(study.withinOneStep));
        m_int8->addRow(tr("Accumulator"),
                       tr("%n bits needed", nullptr, static_cast<int>(study.accumulatorBitsNeeded)));
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
    std::vector<cost::LayerCost> layers;
    std::ranges::copy_if(m_analysis->costs->report.layers, std::back_inserter(layers),
                         [&](const cost::LayerCost& each) {
                             return std::ranges::find(related, each.layer.node) != related.end();
                         });
    for (const cost::LayerCost& layer : layers) {
        if (layers.size() > 1) m_cost->addHeading(QString::fromStdString(layer.layer.name));
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
        m_cost->addRow(tr("Bound by"), cost::isDram(layer.limit()) ? tr("memory") : tr("compute"));
    }
}

// In each variant without an arena, whose operators are whole nodes; before that what is predicted.
void Inspector::showMeasured(const ir::Graph& graph, const ir::Node& node) {
    if (!m_context.measurements) return;
    if (const device::Run* run = m_context.measurements->current()) {
        for (const device::VariantRecord& variant : run->record->variants) {
            if (variant.variant.reuse) continue;
            for (const device::OperatorTime& time : variant.operators)
                if (time.node == node.id || std::ranges::binary_search(time.origins, node.id)) {
                    QString text =
                        tr("● %1, %2 of all")
                            .arg(secondsText(time.seconds),
                                 percentText(time.seconds / std::max(variant.operatorSeconds(), 1e-12)));
                    if (time.macs > 0 && time.seconds > 0)
                        text +=
                            u'\n' + tr("%1 GMAC/s")
                                        .arg(significant(static_cast<double>(time.macs) / time.seconds / 1e9));
                    m_measured->addRow(variantText(variant.variant), text);
                }
        }
    }
    const double predicted = m_context.measurements->predictor().processor.secondsOf(graph, node);
    if (predicted > 0)
        m_measured->addRow(tr("Predicted"),
                           tr("≈ %1, on %2", "time, source of the prediction")
                               .arg(secondsText(predicted), m_context.measurements->predictorText()));
}

} // namespace edgewright::views
