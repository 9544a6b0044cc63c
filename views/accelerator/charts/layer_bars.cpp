// SPDX-License-Identifier: GPL-3.0-or-later
// A stacked bar for each layer, in order of execution: its cycles, stalls set apart, and its energy by the
// level that takes it.
#include "views/accelerator/charts/cost_charts.h"

#include "core/pipeline/cost_comparison.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QBarSet>
#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <QStackedBarSeries>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <vector>

namespace edgewright::views {

namespace {

struct CostBarsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::CostBars)
};

struct BarPart {
    QString title;
    QColor color;
    bool outlined = false; // lighter inside
    std::function<double(const cost::LayerCost&)> valueOf;
};

struct LayerBars {
    QString title;
    std::vector<BarPart> parts;
    double unit = 1; // of the axis
    QString unitTitle;
    std::function<double(const cost::LayerCost&)> totalOf;
    // Null: the other costs do not have it.
    std::function<double(const cost::Together&, const pipeline::ComparedCosts&)> otherOf;
    std::function<QString(double)> text;
};

QBarSet* setOf(const BarPart& part, const std::vector<cost::LayerCost>& layers, double unit) {
    auto* set = new QBarSet(chartWords(part.title));
    QList<qreal> values;
    for (const cost::LayerCost& layer : layers)
        values << part.valueOf(layer) / unit;
    set->append(values);
    set->setBorderColor(part.color);
    QColor fill = part.color;
    if (part.outlined) fill.setAlphaF(0.45f);
    set->setColor(fill);
    return set;
}

double largestTotal(const ChartInput& input, const std::function<double(const cost::LayerCost&)>& totalOf) {
    double most = 1;
    for (const cost::LayerCost& layer : input.analysis.costs->report.layers)
        most = std::max(most, totalOf(layer));
    return most;
}

// Marks beside the bars say what the other costs have that these are compared with.
BuiltChart layerBars(const ChartInput& input, const Theme& theme, const LayerBars& spec) {
    const cost::CostReport& report = input.analysis.costs->report;
    const auto& layers = report.layers;
    const pipeline::ComparedCosts* compared = pipeline::comparisonOf(input.analysis).get();
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(spec.title);
    std::vector<std::size_t> byTotal(layers.size());
    std::iota(byTotal.begin(), byTotal.end(), std::size_t(0));
    std::ranges::stable_sort(byTotal, std::greater{}, [&](std::size_t i) { return spec.totalOf(layers[i]); });
    double most = largestTotal(input, spec.totalOf);

    auto* bars = new QStackedBarSeries;
    bars->setBarWidth(layers.size() > 150 ? 1.0 : 0.8);
    for (const BarPart& part : spec.parts)
        if (std::ranges::any_of(layers, [&](const cost::LayerCost& layer) { return part.valueOf(layer) > 0; }))
            bars->append(setOf(part, layers, spec.unit));
    auto* places = new QLineSeries; // has the axes that the tops of the bars refer to
    chart.addSeries(bars);
    chart.addSeries(places);
    if (compared && spec.otherOf) {
        QList<QPointF> points;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const cost::Together& other = compared->comparison.layers[i];
            if (other.layers == 0) continue;
            const double value = spec.otherOf(other, *compared);
            most = std::max(most, value);
            points.append({static_cast<double>(i), value / spec.unit});
        }
        QScatterSeries* others =
            addMarks(chart, QScatterSeries::MarkerShapeRotatedRectangle, layers.size() > 60 ? 7 : 9,
                     theme.surface, theme.text, referenceTitle(compared->with));
        others->append(points);
    }

    const double high = most / spec.unit * 1.1;
    QAbstractAxis* x = makeValueAxis(-0.5, static_cast<double>(layers.size()) - 0.5, indexStep(layers.size()),
                                     CostBarsText::tr("Layer, in order of execution"));
    QAbstractAxis* y = makeValueAxis(0, high, roundedScale(high / 6), spec.unitTitle);
    addAxes(chart, x, y);
    chart.legend()->setAlignment(Qt::AlignBottom);
    for (QLegendMarker* marker : chart.legend()->markers(places))
        marker->setVisible(false);

    const double half = bars->barWidth() / 2;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const QPointF top(static_cast<double>(i), spec.totalOf(layers[i]) / spec.unit);
        built.targets.push_back({places, top,
                                 layerTip(layers[i], report.accelerator) +
                                     (compared ? u'\n' + otherTip(*compared, i, report) : QString()),
                                 QRectF(top.x() - half, 0, 2 * half, top.y())});
    }
    auto* notes = new ChartAnnotations(chart, theme);
    const std::vector<std::size_t> selected = layersOf(input.analysis, input.selected);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const QPointF top = built.targets[i].at;
        notes->add(ChartBar{places, top.x() - half, top.x() + half, top.y()});
    }
    for (const std::size_t i : selected)
        notes->add(ChartRing{places, built.targets[i].at, theme.accent, 6});
    for (const NamedLayer& each : namedLayers(layers, byTotal, selected)) {
        const QString value = spec.text(spec.totalOf(layers[each.index]));
        notes->add(ChartLabel{
            places, built.targets[each.index].at, CostBarsText::tr("%1, %2").arg(each.name, value),
            each.isSelected ? theme.accent : theme.text,
            each.index < layers.size() / 2 ? Qt::AlignRight : Qt::AlignLeft, each.isSelected, value});
    }
    styleChart(chart, theme);
    return built;
}

BuiltChart buildLayerCycles(const ChartInput& input, const Theme& theme) {
    LayerBars bars;
    bars.title = CostBarsText::tr("Where the cycles go");
    bars.totalOf = [](const cost::LayerCost& layer) { return static_cast<double>(layer.cycles); };
    bars.otherOf = [](const cost::Together& other, const pipeline::ComparedCosts& compared) {
        return static_cast<double>(other.cycles) * compared.comparison.perCycle;
    };
    bars.text = [](double cycles) { return cyclesText(static_cast<std::int64_t>(cycles)); };
    const CyclesUnit unit = cyclesUnit(largestTotal(input, bars.totalOf));
    bars.unit = unit.size;
    bars.unitTitle = unit.title(CostBarsText::tr("Cycles (%1 cycles)"));
    using enum cost::Spent;
    for (const cost::Spent spent : {Computing, IdleCells, Fill, Sram, Vector, DramInputs}) {
        const bool isDram = cost::isDram(spent); // together: which operand, the tips say
        bars.parts.push_back({isDram ? CostBarsText::tr("DRAM") : spentTitle(spent), spentColor(spent, theme),
                              isDram, [spent, isDram](const cost::LayerCost& layer) {
                                  return static_cast<double>(isDram ? layer.spent.dram() : layer.spent[spent]);
                              }});
    }
    return layerBars(input, theme, bars);
}

BuiltChart buildLayerEnergy(const ChartInput& input, const Theme& theme) {
    const std::string& table = input.analysis.costs->report.energyUnit;
    LayerBars bars;
    bars.title = CostBarsText::tr("Energy by level");
    bars.totalOf = [](const cost::LayerCost& layer) { return layer.energy.total(); };
    const pipeline::ComparedCosts* compared = pipeline::comparisonOf(input.analysis).get();
    if (compared && compared->comparison.sameEnergyUnit)
        bars.otherOf = [](const cost::Together& other, const pipeline::ComparedCosts&) {
            return other.energy.total();
        };
    bars.text = [table](double energy) { return energyText(energy, table); };
    const EnergyUnit unit = energyUnit(largestTotal(input, bars.totalOf), table);
    bars.unit = unit.size;
    bars.unitTitle = CostBarsText::tr("Energy (%1)").arg(unit.name);
    using enum ops::Category;
    constexpr std::array<ops::Category, cost::EnergyPartCount> Colors{Compute, Normalisation, DataMovement,
                                                                      Quantization, Activation};
    for (std::size_t i = 0; i < cost::EnergyPartCount; ++i) {
        const auto part = static_cast<cost::EnergyPart>(i);
        bars.parts.push_back({QCoreApplication::translate("Word", cost::titleOf(part)),
                              theme.category(Colors[i]), part == cost::EnergyPart::Dram,
                              [part](const cost::LayerCost& layer) { return layer.energy[part]; }});
    }
    return layerBars(input, theme, bars);
}

constexpr ChartSpec barsSpec(const char* name, const char* title, const char* tab,
                             BuiltChart (*build)(const ChartInput&, const Theme&)) {
    return {.name = name,
            .title = title,
            .tab = tab,
            .stage = "cost",
            .beside = "compare_costs",
            .invitation = QT_TRANSLATE_NOOP("Chart", "Open a model to see what its layers cost."),
            .paper = {658, 320},
            .pickByColumn = true,
            .showsSelection = true,
            .emptyStateText = noLayers,
            .build = build,
            .choose = chooseLayer};
}

} // namespace

namespace layer_cycles_chart {
extern const ChartSpec entry = barsSpec("layer-cycles", QT_TRANSLATE_NOOP("Chart", "Where the cycles go"),
                                        QT_TRANSLATE_NOOP("Chart", "Cycles"), buildLayerCycles);
}

namespace layer_energy_chart {
extern const ChartSpec entry = barsSpec("layer-energy", QT_TRANSLATE_NOOP("Chart", "Energy by level"),
                                        QT_TRANSLATE_NOOP("Chart", "Energy"), buildLayerEnergy);
}

} // namespace edgewright::views
