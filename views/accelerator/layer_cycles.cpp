// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/layer_cycles.h"

#include "views/accelerator/cost_text.h"
#include "views/accelerator/roofline_chart.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QBarSet>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QStackedBarSeries>

#include <algorithm>
#include <functional>
#include <numeric>

namespace edgewright::views {

namespace {

constexpr std::size_t NamedLayers = 3; // those with most cycles
constexpr double NameWidth = 150;      // pixels

struct LayerCyclesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerCycles)
};

// A set of the stack: the cycles of a layer that belong to it, in units of the axis.
template <typename Cycles>
QBarSet* part(const QString& name, const cost::CostReport& report, const CyclesUnit& unit, const QColor& color,
              bool outlined, Cycles cyclesOf) {
    auto* set = new QBarSet(name);
    QList<qreal> values;
    for (const cost::LayerCost& layer : report.layers)
        values << static_cast<double>(std::invoke(cyclesOf, layer)) / unit.size;
    set->append(values);
    set->setBorderColor(color);
    QColor fill = color;
    if (outlined) fill.setAlphaF(0.45f);
    set->setColor(fill);
    return set;
}

BuiltChart buildLayerCycles(const ChartInput& input, const Theme& theme) {
    const cost::CostReport& report = input.analysis.costs->report;
    const auto& layers = report.layers;
    BuiltChart built;
    built.chart = std::make_unique<QChart>();
    QChart& chart = *built.chart;
    chart.setTitle(LayerCyclesText::tr("Where the cycles go"));
    std::vector<std::size_t> byCycles(layers.size());
    std::iota(byCycles.begin(), byCycles.end(), std::size_t(0));
    std::ranges::stable_sort(byCycles, std::greater{}, [&](std::size_t i) { return layers[i].cycles; });
    const double most = std::max(1.0, static_cast<double>(layers[byCycles.front()].cycles));
    const CyclesUnit unit = cyclesUnit(most);

    auto* bars = new QStackedBarSeries;
    bars->setBarWidth(layers.size() > 150 ? 1.0 : 0.8);
    using enum cost::Spent;
    for (const cost::Spent spent : {Computing, IdleCells, Fill, Sram, DramInputs, Vector}) {
        const bool isDram = cost::isDram(spent); // together: which operand, the tips say
        const auto cyclesOf = [&](const cost::SpentCycles& of) {
            return isDram ? of[DramInputs] + of[DramWeights] + of[DramOutputs] : of[spent];
        };
        if (cyclesOf(report.spent) == 0) continue;
        bars->append(part(isDram ? LayerCyclesText::tr("DRAM") : spentTitle(spent), report, unit,
                          spentColor(spent, theme), isDram,
                          [&](const cost::LayerCost& layer) { return cyclesOf(layer.spent); }));
    }
    auto* places = new QLineSeries; // has the axes that the tops of the bars refer to
    chart.addSeries(bars);
    chart.addSeries(places);

    const double high = most / unit.size * 1.1;
    QAbstractAxis* x = makeValueAxis(-0.5, static_cast<double>(layers.size()) - 0.5, indexStep(layers.size()),
                                     LayerCyclesText::tr("Layer, in order of execution"));
    QAbstractAxis* y =
        makeValueAxis(0, high, roundedScale(high / 6), unit.title(LayerCyclesText::tr("Cycles (%1 cycles)")));
    chart.addAxis(x, Qt::AlignBottom);
    chart.addAxis(y, Qt::AlignLeft);
    for (QAbstractSeries* series : chart.series()) {
        series->attachAxis(x);
        series->attachAxis(y);
    }
    chart.legend()->setAlignment(Qt::AlignBottom);
    for (QLegendMarker* marker : chart.legend()->markers(places))
        marker->setVisible(false);

    for (std::size_t i = 0; i < layers.size(); ++i)
        built.targets.push_back({places,
                                 {static_cast<double>(i), static_cast<double>(layers[i].cycles) / unit.size},
                                 layerTip(layers[i], report.accelerator)});
    auto* notes = new ChartAnnotations(chart, theme);
    const std::vector<std::size_t> selected = layersOf(input.analysis, input.selected);
    const auto name = [&](std::size_t i, const QColor& ink, bool bold) {
        const QString cycles = cyclesText(layers[i].cycles);
        notes->add(ChartLabel{
            places, built.targets[i].at,
            LayerCyclesText::tr("%1, %2").arg(
                nameWithin(layers[i].layer.name, QFontMetricsF(font(TextSize::Small)), NameWidth), cycles),
            ink, i < layers.size() / 2 ? Qt::AlignRight : Qt::AlignLeft, bold, cycles});
    };
    for (const std::size_t i : selected)
        notes->add(ChartRing{places, built.targets[i].at, theme.accent, 6});
    if (selected.size() == 1) name(selected[0], theme.accent, true);
    for (std::size_t rank = 0; rank < std::min(NamedLayers, byCycles.size()); ++rank)
        if (std::ranges::find(selected, byCycles[rank]) == selected.end())
            name(byCycles[rank], theme.text, false);
    styleChart(chart, theme);
    return built;
}

} // namespace

const ChartSpec layer_cycles_chart{.name = "layer-cycles",
                                   .title = QT_TRANSLATE_NOOP("Chart", "Where the cycles go"),
                                   .stage = "cost",
                                   .invitation =
                                       QT_TRANSLATE_NOOP("Chart", "Open a model to see what its layers cost."),
                                   .paper = {658, 320},
                                   .pickByColumn = true,
                                   .showsSelection = true,
                                   .emptyStateText = noLayers,
                                   .build = buildLayerCycles,
                                   .choose = chooseLayer};

} // namespace edgewright::views
