// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/keys/landmarks.h"

#include "core/lesson/facts.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::workbench {

namespace {

struct LandmarkText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::Landmark)
};

QString text(const std::string& name) { return QString::fromStdString(name); }

void addLargestTensor(const pipeline::Analysis& analysis, std::vector<Landmark>& found) {
    const bool isFused = analysis.after() != nullptr;
    const ir::Graph* graph = isFused ? analysis.after() : analysis.before();
    const auto largest = lesson::findPlace(isFused ? "largest_tensor_fused" : "largest_tensor")->of(analysis);
    if (largest.empty()) return;
    const ir::Value& value = graph->value(largest.front().value);
    found.push_back({LandmarkText::tr("Largest tensor · %1 · %2")
                         .arg(text(value.name), views::bytesText(value.type.bytes().value_or(0))),
                     LandmarkText::tr("biggest activation size"),
                     {{}, value.id},
                     "memory"});
}

void addPeak(const pipeline::Analysis& analysis, std::vector<Landmark>& found) {
    const auto& plan = analysis.memoryAfter ? analysis.memoryAfter : analysis.memoryBefore;
    if (!plan) return;
    const std::vector<NodeId> order = plan->graph().order();
    const auto step = static_cast<std::size_t>(plan->peakStep);
    if (step >= order.size()) return;
    const NodeId node = plan->execution.given(order[step]);
    const ir::Graph* graph = plan == analysis.memoryAfter ? analysis.after() : analysis.before();
    if (!graph || !graph->contains(node)) return;
    found.push_back({LandmarkText::tr("Peak · step %1, %2 · arena %3")
                         .arg(plan->peakStep)
                         .arg(text(graph->node(node).label()), views::bytesText(plan->solution.peak)),
                     LandmarkText::tr("memory most live bytes maximum"),
                     {node, {}},
                     "memory"});
}

void addSlowest(const pipeline::Analysis& analysis, std::vector<Landmark>& found) {
    if (!analysis.costs || analysis.costs->report.layers.empty()) return;
    const cost::CostReport& report = analysis.costs->report;
    const cost::LayerCost& slowest = *std::ranges::max_element(report.layers, {}, &cost::LayerCost::cycles);
    if (report.cycles <= 0) return;
    found.push_back({LandmarkText::tr("Slowest layer · %1 · %2 of the estimated cycles")
                         .arg(text(slowest.layer.name), views::percentText(static_cast<double>(slowest.cycles) /
                                                                           static_cast<double>(report.cycles))),
                     LandmarkText::tr("most cycles time bottleneck latency"),
                     {slowest.layer.node, {}},
                     "accelerator"});
    const cost::LayerCost& most = *std::ranges::max_element(
        report.layers, {}, [](const cost::LayerCost& layer) { return layer.layer.macs(); });
    found.push_back({LandmarkText::tr("Most MACs · %1 · %2")
                         .arg(text(most.layer.name), views::macsText(static_cast<double>(most.layer.macs()))),
                     LandmarkText::tr("largest layer arithmetic operations"),
                     {most.layer.node, {}},
                     "accelerator"});
}

} // namespace

std::vector<Landmark> landmarks(const pipeline::Analysis& analysis) {
    std::vector<Landmark> found;
    addPeak(analysis, found);
    addSlowest(analysis, found);
    addLargestTensor(analysis, found);
    return found;
}

} // namespace edgewright::workbench
