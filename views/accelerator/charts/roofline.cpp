// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline with one point per layer. Marked: with the roofs of all presets. Throughput is in MAC/cycle;
// with more than one accelerator in GMAC/s.
#include "views/accelerator/charts/cost_charts.h"

#include "core/cost/accelerators/presets.h"
#include "views/accelerator/charts/cost_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace edgewright::views::roofline_chart {

namespace {

struct RooflineChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::RooflineChart)
};

// Filled before the chart gets it: a chart looks at all points again whenever one comes.
QScatterSeries* cloud(QChart& chart, const QString& name, QScatterSeries::MarkerShape shape,
                      const QColor& color, const QList<QPointF>& points, const Theme& theme) {
    auto* series = new QScatterSeries;
    series->append(points);
    series->setName(chartWords(name));
    series->setMarkerShape(shape);
    series->setMarkerSize(shape == QScatterSeries::MarkerShapeTriangle ? 11 : 9);
    series->setColor(color);
    series->setBorderColor(theme.surface);
    chart.addSeries(series);
    return series;
}

// What has no MACs has no place under the roof.
bool isShown(const cost::LayerCost& layer) { return layer.intensity > 0 && layer.attained > 0; }

// The unit of throughput and bandwidth in the picture: per cycle while all of it is of one clock, else per
// second, so that clocks compare as they are.
struct Rates {
    bool perSecond = false;
    // Factor from per cycle to the unit, for a machine with this clock.
    double scale(double clockGhz) const { return perSecond ? clockGhz : 1; }
    cost::Roofline of(cost::Roofline roof, double clockGhz) const {
        roof.peak *= scale(clockGhz);
        roof.bandwidth *= scale(clockGhz);
        roof.sram *= scale(clockGhz);
        return roof;
    }
    QString macs() const { return perSecond ? QStringLiteral("GMAC/s") : QStringLiteral("MAC/cycle"); }
    QString bytes() const { return perSecond ? QStringLiteral("GB/s") : QStringLiteral("B/cycle"); }
};

// More than one accelerator is in the picture; precisions of one have one clock.
Rates ratesOf(const pipeline::Analysis& analysis, bool withPresets) {
    const pipeline::ComparedCosts* compared = pipeline::comparisonOf(analysis).get();
    if (!compared) return {withPresets};
    cost::Accelerator now = analysis.costs->report.accelerator;
    now.wordBytes = compared->costs->report.accelerator.wordBytes;
    return {withPresets || now != compared->costs->report.accelerator};
}

// The costs that these are compared with.
struct Other {
    const pipeline::ComparedCosts* compared = nullptr;
    std::vector<QPointF> points; // by layer of the report; null where it has no place
    cost::Roofline roof;
};

Other otherOf(const pipeline::Analysis& analysis, const Rates& rates) {
    Other made;
    const pipeline::ComparedCosts* compared = pipeline::comparisonOf(analysis).get();
    if (!compared) return made;
    made.compared = compared;
    const double clock = compared->costs->report.accelerator.clockGhz, scale = rates.scale(clock);
    for (const cost::Together& each : compared->comparison.layers)
        made.points.push_back(each.intensity() > 0 && each.attained() > 0
                                  ? QPointF(each.intensity(), each.attained() * scale)
                                  : QPointF());
    made.roof = rates.of(compared->costs->roofline, clock);
    return made;
}

struct PresetRoof {
    QString title; // of all presets that have it
    cost::Roofline roof;
};
// Those that are not drawn already: of this accelerator, and of the one that is compared with it. Equal ones
// are one line with one label.
std::vector<PresetRoof> presetRoofs(const pipeline::Analysis& analysis, const Rates& rates,
                                    const Other& other) {
    std::vector<PresetRoof> roofs;
    const auto isSame = [](const cost::Roofline& a, const cost::Roofline& b) {
        return a.peak == b.peak && a.bandwidth == b.bandwidth;
    };
    const cost::Accelerator& now = analysis.costs->report.accelerator;
    const cost::Roofline own = rates.of(analysis.costs->roofline, now.clockGhz);
    for (const cost::NamedAccelerator& each : cost::presets()) {
        const cost::Roofline roof =
            rates.of(cost::roofline(each.accelerator, cost::Mode::Physical), each.accelerator.clockGhz);
        const QString title = QString::fromStdString(each.title);
        if (isSame(roof, own) || (other.compared && isSame(roof, other.roof))) continue;
        const auto known =
            std::ranges::find_if(roofs, [&](const auto& made) { return isSame(made.roof, roof); });
        if (known == roofs.end())
            roofs.push_back({title, roof});
        else
            known->title += QStringLiteral(", ") + title;
    }
    return roofs;
}

// From where it enters the picture to its right edge.
QLineSeries* roofLine(QChart& chart, const cost::Roofline& roof, double lowX, double lowY, double highX,
                      const QString& name, const QPen& pen) {
    auto* line = new QLineSeries;
    line->setName(chartWords(name));
    const double entry = std::max(lowX, lowY / std::max(roof.bandwidth, 1e-9));
    if (entry < roof.ridge) line->append(entry, roof.bandwidth * entry);
    line->append(roof.ridge, roof.peak);
    line->append(highX, roof.peak);
    line->setPen(pen);
    chart.addSeries(line);
    return line;
}

// Whole numbers in full: cells of an array.
QString peakText(double peak) {
    return peak == std::round(peak) ? integerText(std::llround(peak)) : significant(peak);
}

BuiltChart buildRoofline(const ChartInput& input, const Theme& theme) {
    const pipeline::Costs& costs = *input.analysis.costs;
    const std::vector<std::size_t> selected = layersOf(input.analysis, input.selected);
    BuiltChart built;
    QChart& chart = *built.chart;
    const auto& layers = costs.report.layers;
    const Rates rates = ratesOf(input.analysis, input.marked.has_value());
    const double clock = costs.report.accelerator.clockGhz;
    const cost::Roofline roof = rates.of(costs.roofline, clock);
    const auto placeOf = [&](const cost::LayerCost& layer) {
        return QPointF(layer.intensity, layer.attained * rates.scale(clock));
    };

    double lowX = std::max(roof.ridge, 1e-6), highX = lowX, lowY = std::max(roof.peak, 1e-6), highY = lowY;
    for (const cost::LayerCost& layer : layers)
        if (isShown(layer)) {
            lowX = std::min(lowX, layer.intensity);
            highX = std::max(highX, layer.intensity);
            lowY = std::min(lowY, placeOf(layer).y());
            highY = std::max(highY, placeOf(layer).y());
        }
    const Other other = otherOf(input.analysis, rates);
    if (other.compared) {
        highX = std::max(highX, other.roof.ridge);
        highY = std::max(highY, other.roof.peak);
        for (const QPointF& at : other.points)
            if (!at.isNull()) {
                lowX = std::min(lowX, at.x());
                highX = std::max(highX, at.x());
                lowY = std::min(lowY, at.y());
            }
    }
    const std::vector<PresetRoof> others =
        input.marked ? presetRoofs(input.analysis, rates, other) : std::vector<PresetRoof>();
    for (const PresetRoof& each : others) {
        highX = std::max(highX, each.roof.ridge);
        highY = std::max(highY, each.roof.peak);
    }
    lowX /= 3;
    highX *= 3;
    lowY /= 2.5;
    highY *= 2.5;

    const double entry =
        std::max(lowX, lowY / std::max(roof.bandwidth, 1e-9)); // where the slope enters the picture
    for (const PresetRoof& each : others)
        roofLine(chart, each.roof, lowX, lowY, highX, each.title, QPen(theme.muted, 1));
    if (roof.sram > 0) { // what comes from DRAM passes the SRAMs once at least
        const cost::Roofline sram{
            .peak = roof.peak, .bandwidth = roof.sram, .sram = 0, .ridge = roof.peak / roof.sram};
        roofLine(chart, sram, lowX, lowY, highX, RooflineChartText::tr("SRAM"),
                 QPen(theme.muted, 1.2, Qt::DotLine));
    }
    if (other.compared)
        roofLine(chart, other.roof, lowX, lowY, highX, referenceTitle(other.compared->with),
                 QPen(theme.before, 1.5, Qt::DashLine));
    QLineSeries* line =
        roofLine(chart, roof, lowX, lowY, highX, RooflineChartText::tr("Roof"), QPen(theme.text, 1.5));
    // A cloud for each limit and size: a third of the time or more is large, a thirtieth medium.
    std::map<std::pair<cost::Spent, int>, QList<QPointF>> points;
    std::map<std::pair<cost::Spent, int>, QScatterSeries*> clouds;
    const auto kindOf = [&](const cost::LayerCost& layer) {
        const double share = static_cast<double>(layer.cycles) /
                             static_cast<double>(std::max<std::int64_t>(1, costs.report.cycles));
        const cost::Spent limit = layer.limit();
        return std::pair(cost::isDram(limit) ? cost::Spent::DramInputs : limit, share >= 0.1    ? 2
                                                                                : share >= 0.02 ? 1
                                                                                                : 0);
    };
    for (const cost::LayerCost& layer : layers)
        if (isShown(layer)) points[kindOf(layer)].append(placeOf(layer));
    QList<QAbstractSeries*> named;
    for (const auto& [kind, at] : points) {
        const auto& [limit, size] = kind;
        const bool isFirst = std::ranges::none_of(
            clouds, [limit = limit](const auto& known) { return known.first.first == limit; });
        QScatterSeries* made =
            cloud(chart, cost::isDram(limit) ? RooflineChartText::tr("DRAM") : spentTitle(limit),
                  cost::isDram(limit) ? QScatterSeries::MarkerShapeTriangle : QScatterSeries::MarkerShapeCircle,
                  spentColor(limit, theme), at, theme);
        made->setMarkerSize(made->markerSize() + 4 * size);
        clouds[kind] = made;
        if (isFirst) named.append(made);
    }
    if (other.compared) {
        QList<QPointF> theirs;
        for (const QPointF& at : other.points)
            if (!at.isNull()) theirs.append(at);
        QScatterSeries* made = cloud(chart, referenceTitle(other.compared->with),
                                     QScatterSeries::MarkerShapeRotatedRectangle, theme.surface, theirs, theme);
        made->setMarkerSize(8);
        made->setBorderColor(theme.before);
        named.append(made);
    }
    auto* nowhere = new QScatterSeries; // of layers without a place in the picture
    nowhere->setColor(Qt::transparent);
    nowhere->setBorderColor(Qt::transparent);
    chart.addSeries(nowhere);
    for (const cost::LayerCost& layer : layers) {
        // Far outside of the picture, where no click finds it.
        const QPointF at = isShown(layer) ? placeOf(layer) : QPointF(lowX / 1e6, lowY / 1e6);
        QScatterSeries* series = isShown(layer) ? clouds[kindOf(layer)] : nowhere;
        QString tip = layerTip(layer, costs.report.accelerator);
        if (other.compared) tip += u'\n' + otherTip(*other.compared, built.targets.size(), costs.report);
        built.targets.push_back({series, at, tip});
    }

    QAbstractAxis* x =
        makeLogAxis(lowX, highX, RooflineChartText::tr("Arithmetic intensity (MAC per DRAM byte)"));
    QAbstractAxis* y = makeLogAxis(lowY, highY, RooflineChartText::tr("Throughput (%1)").arg(rates.macs()));
    addAxes(chart, x, y);
    chart.setTitle(RooflineChartText::tr("Roofline"));
    chart.legend()->setAlignment(Qt::AlignBottom);
    for (QLegendMarker* marker : chart.legend()->markers())
        marker->setVisible(named.contains(marker->series()));

    auto* notes = new ChartAnnotations(chart, theme);
    for (std::size_t i = 0; i < other.points.size(); ++i)
        if (!other.points[i].isNull() && isShown(layers[i]))
            notes->add(ChartArrow{line, other.points[i], built.targets[i].at, theme.before});
    if (other.compared && (other.roof.peak != roof.peak || other.roof.ridge != roof.ridge))
        notes->add(ChartLabel{line,
                              {std::sqrt(other.roof.ridge * highX), other.roof.peak},
                              referenceTitle(other.compared->with),
                              theme.before,
                              Qt::AlignTop});
    notes->add(ChartLabel{line,
                          {roof.ridge, roof.peak},
                          RooflineChartText::tr("ridge %1 MAC/byte · %2 %3")
                              .arg(significant(roof.ridge), peakText(roof.peak), rates.macs()),
                          theme.text,
                          Qt::AlignTop,
                          false,
                          RooflineChartText::tr("ridge %1 MAC/byte").arg(significant(roof.ridge))});
    for (const PresetRoof& each : others)
        notes->add(ChartLabel{
            line, {highX / 1.2, each.roof.peak}, each.title, theme.muted, Qt::AlignTop | Qt::AlignLeft});
    if (roof.sram > roof.bandwidth) {
        const double at = std::sqrt(std::max(lowX, lowY / roof.sram) * (roof.peak / roof.sram));
        notes->add(ChartLabel{line,
                              {at, roof.sram * at},
                              RooflineChartText::tr("SRAM %1 %2").arg(significant(roof.sram), rates.bytes()),
                              theme.muted,
                              Qt::AlignTop | Qt::AlignLeft});
    }
    const double slope = std::sqrt(std::max(entry, lowX) * roof.ridge);
    if (entry < roof.ridge / 2)
        notes->add(
            ChartLabel{line,
                       {slope, roof.bandwidth * slope},
                       RooflineChartText::tr("DRAM %1 %2").arg(significant(roof.bandwidth), rates.bytes()),
                       theme.muted,
                       Qt::AlignTop | Qt::AlignLeft});
    for (const std::size_t index : selected)
        if (index < built.targets.size() && isShown(layers[index]))
            notes->add(ChartRing{built.targets[index].series, built.targets[index].at, theme.accent});
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (isShown(layers[i])) shown.push_back(i);
    std::ranges::stable_sort(shown, std::greater{}, [&](std::size_t i) { return layers[i].cycles; });
    for (const NamedLayer& each : namedLayers(layers, shown, selected))
        notes->add(ChartLabel{built.targets[each.index].series, built.targets[each.index].at, each.name,
                              each.isSelected ? theme.accent : theme.muted, Qt::AlignBottom, each.isSelected});
    styleChart(chart, theme);
    return built;
}

} // namespace

extern const ChartSpec entry{.name = "roofline",
                             .title = QT_TRANSLATE_NOOP("Chart", "Roofline"),
                             .stage = "cost",
                             .beside = "compare_costs",
                             .invitation =
                                 QT_TRANSLATE_NOOP("Chart", "Open a model to see what its layers cost."),
                             .showsSelection = true,
                             .emptyStateText = noLayers,
                             .build = buildRoofline,
                             .choose = chooseLayer};

} // namespace edgewright::views::roofline_chart
