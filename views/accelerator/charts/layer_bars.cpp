// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/charts/layer_bars.h"

#include "views/accelerator/charts/comparison_text.h"
#include "views/accelerator/charts/roofline_chart.h"
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
#include <QScatterSeries>
#include <QStackedBarSeries>

#include <algorithm>
#include <numeric>

namespace edgewright::views {

namespace {

struct LayerBarsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LayerBars)
};

QBarSet* setOf(const BarPart& part, const std::vector<cost::LayerCost>& layers, double unit) {
    auto* set = new QBarSet(part.title);
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

} // namespace

double largestTotal(const ChartInput& input, const std::function<double(const cost::LayerCost&)>& totalOf) {
    double most = 1;
    for (const cost::LayerCost& layer : input.analysis.costs->report.layers)
        most = std::max(most, totalOf(layer));
    return most;
}

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
        auto* others = new QScatterSeries;
        others->setName(referenceTitle(compared->with));
        QList<QPointF> points;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const cost::Together& other = compared->comparison.layers[i];
            if (other.layers == 0) continue;
            const double value = spec.otherOf(other, *compared);
            most = std::max(most, value);
            points.append({static_cast<double>(i), value / spec.unit});
        }
        others->append(points);
        others->setMarkerShape(QScatterSeries::MarkerShapeRotatedRectangle);
        others->setMarkerSize(layers.size() > 60 ? 7 : 9);
        others->setColor(theme.surface);
        others->setBorderColor(theme.text);
        chart.addSeries(others);
    }

    const double high = most / spec.unit * 1.1;
    QAbstractAxis* x = makeValueAxis(-0.5, static_cast<double>(layers.size()) - 0.5, indexStep(layers.size()),
                                     LayerBarsText::tr("Layer, in order of execution"));
    QAbstractAxis* y = makeValueAxis(0, high, roundedScale(high / 6), spec.unitTitle);
    addAxes(chart, x, y);
    chart.legend()->setAlignment(Qt::AlignBottom);
    for (QLegendMarker* marker : chart.legend()->markers(places))
        marker->setVisible(false);

    for (std::size_t i = 0; i < layers.size(); ++i)
        built.targets.push_back({places,
                                 {static_cast<double>(i), spec.totalOf(layers[i]) / spec.unit},
                                 layerTip(layers[i], report.accelerator) +
                                     (compared ? u'\n' + otherTip(*compared, i, report) : QString())});
    auto* notes = new ChartAnnotations(chart, theme);
    const std::vector<std::size_t> selected = layersOf(input.analysis, input.selected);
    const auto name = [&](std::size_t i, const QColor& ink, bool bold) {
        const QString value = spec.text(spec.totalOf(layers[i]));
        notes->add(ChartLabel{
            places, built.targets[i].at,
            LayerBarsText::tr("%1, %2").arg(
                nameWithin(layers[i].layer.name, QFontMetricsF(font(TextSize::Small)), NameWidth), value),
            ink, i < layers.size() / 2 ? Qt::AlignRight : Qt::AlignLeft, bold, value});
    };
    for (const std::size_t i : selected)
        notes->add(ChartRing{places, built.targets[i].at, theme.accent, 6});
    if (selected.size() == 1) name(selected[0], theme.accent, true);
    for (std::size_t rank = 0; rank < std::min(NamedLayers, byTotal.size()); ++rank)
        if (std::ranges::find(selected, byTotal[rank]) == selected.end())
            name(byTotal[rank], theme.text, false);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
