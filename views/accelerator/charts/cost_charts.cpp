// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/cost_charts.h"

#include "accelerator_charts.def"
#include "core/base/catalogue.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_ACCELERATOR_CHARTS, acceleratorCharts, ChartSpec, _chart)

namespace {

struct LayerChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerCharts)
};

// "Computing 61 %", a line for each kind that takes 1 % or more.
QString spentLines(const cost::LayerCost& layer) {
    QString lines;
    for (std::size_t i = 0; i < cost::SpentCount; ++i) {
        const auto spent = static_cast<cost::Spent>(i);
        const double share = static_cast<double>(layer.spent[spent]) /
                             static_cast<double>(std::max<std::int64_t>(1, layer.cycles));
        if (share < 0.01) continue;
        lines += QStringLiteral("  %1 %2\n").arg(spentTitle(spent), percentText(share));
    }
    return lines;
}

// Why an operator takes no time; empty: it takes some.
QString besideText(const cost::LayerCost& layer) {
    const bool isBeside =
        layer.layer.unit == cost::Unit::Vector && layer.layer.inputsOnChip && layer.cycles == 0;
    return isBeside ? LayerChartText::tr(": done while the array computes what it works on") : QString();
}

} // namespace

QString noLayers(const ChartInput& input) {
    return input.analysis.costs->report.layers.empty()
               ? LayerChartText::tr("This model has no operator with a known shape.")
               : QString();
}

void chooseLayer(std::size_t target, const ChartInput& input, ViewContext& context) {
    const auto& layers = input.analysis.costs->report.layers;
    if (target < layers.size()) context.selection.select({layers[target].layer.node, {}});
}

std::vector<std::size_t> layersOf(const pipeline::Analysis& analysis, const Item& item) {
    std::vector<std::size_t> result;
    if (!item.node.valid() || !analysis.costs) return result;
    std::vector<NodeId> nodes{item.node};
    if (analysis.fusion && !analysis.fusion->graph.contains(item.node) &&
        analysis.fusion->base.contains(item.node))
        nodes = analysis.fusion->descendantsOf(item.node);
    const auto& layers = analysis.costs->report.layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::ranges::find(nodes, layers[i].layer.node) != nodes.end()) result.push_back(i);
    return result;
}

const cost::LayerCost* layerToShow(const pipeline::Analysis* analysis, const Item& item) {
    if (!analysis || !analysis->costs) return nullptr;
    const std::vector<cost::LayerCost>& layers = analysis->costs->report.layers;
    const cost::LayerCost* most = nullptr;
    // On the array before the vector unit: a fused group has layers of both.
    const auto consider = [&](const cost::LayerCost& layer) {
        const auto rank = [](const cost::LayerCost& each) {
            return std::pair(each.layer.unit == cost::Unit::Array, each.cycles);
        };
        if (!most || rank(layer) > rank(*most)) most = &layer;
    };
    for (const std::size_t index : layersOf(*analysis, item))
        consider(layers[index]);
    if (!most) std::ranges::for_each(layers, consider);
    return most;
}

std::vector<NamedLayer> namedLayers(const std::vector<cost::LayerCost>& layers,
                                    const std::vector<std::size_t>& byRank,
                                    const std::vector<std::size_t>& selected) {
    constexpr std::size_t MaxNamed = 3;
    constexpr double MaxWidth = 150; // pixels
    std::vector<NamedLayer> named;
    if (selected.size() == 1 && std::ranges::find(byRank, selected[0]) != byRank.end())
        named.push_back({selected[0], {}, true});
    for (std::size_t rank = 0; rank < std::min(MaxNamed, byRank.size()); ++rank)
        if (std::ranges::find(selected, byRank[rank]) == selected.end()) named.push_back({byRank[rank], {}});
    std::vector<std::string> names;
    for (const NamedLayer& each : named)
        names.push_back(layers[each.index].layer.name);
    const ShortLabels labels(names);
    const QFontMetricsF metrics(font(TextSize::Small));
    for (std::size_t i = 0; i < named.size(); ++i)
        named[i].name = labelWithin(labels, i, metrics, MaxWidth);
    return named;
}

QString layerTip(const cost::LayerCost& layer, const cost::Accelerator& accelerator) {
    const bool isArray = layer.layer.unit == cost::Unit::Array;
    const QString dram = bytesText(layer.dram.total() * accelerator.wordBytes);
    return QString::fromStdString(layer.layer.name) + QLatin1Char('\n') +
           (isArray ? LayerChartText::tr("%1 MAC per byte, %2 MAC/cycle")
                          .arg(significant(layer.intensity), significant(layer.attained))
                    : LayerChartText::tr("%1 elements on the vector unit")
                          .arg(countText(static_cast<double>(layer.layer.elements)))) +
           QLatin1Char('\n') + cyclesText(layer.cycles) + besideText(layer) + QLatin1Char('\n') +
           spentLines(layer) +
           (isArray ? LayerChartText::tr("Utilisation %1, DRAM %2").arg(percentText(layer.utilization), dram)
                    : LayerChartText::tr("DRAM %1").arg(dram)) +
           (layer.isAdopted ? QLatin1Char('\n') + LayerChartText::tr("Adopted tiling: %1")
                                                      .arg(QString::fromStdString(cost::textOf(layer.tiling)))
                            : QString()) +
           QLatin1Char('\n') + LayerChartText::tr("Limited by: %1").arg(spentTitle(layer.limit())) +
           QLatin1Char('\n') +
           (layer.exact ? LayerChartText::tr("= exact, as SCALE-Sim counts")
                        : LayerChartText::tr("≈ estimated by the physical rules"));
}

} // namespace edgewright::views
