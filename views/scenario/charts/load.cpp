// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views::load_scenario {

namespace {

struct LoadText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LoadCurve)
};

QString emptyText(const ScenarioPicture& input) {
    if (input.curve) return {};
    return input.whyNoCurve.isEmpty() ? LoadText::tr("Being simulated at several loads.") : input.whyNoCurve;
}

struct Extent {
    double low = INFINITY, high = 0; // seconds
    void add(double seconds) {
        if (!(seconds > 0)) return;
        low = std::min(low, seconds);
        high = std::max(high, seconds);
    }
};

// All rates scaled together: the median and the 99th percentile over the load of the busiest cores.
BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const std::vector<scenario::LoadPoint>& points = input.curve->points;
    Extent extent;
    for (const scenario::LoadPoint& point : points)
        for (std::size_t i = 0; i < point.median.size(); ++i) {
            extent.add(point.median[i].value);
            extent.add(point.high[i].value);
        }
    if (!(extent.high > 0)) extent = {1e-3, 1};
    const TimeUnit unit = timeUnit(std::sqrt(extent.low * extent.high));
    QScatterSeries* marks = addHiddenPoints(chart);
    std::vector<ChartLabel> knees;
    const scenario::Simulation& result = *input.runs.front().result;
    for (std::size_t i = 0; i < result.models.size(); ++i)
        for (const bool isMedian : {true, false}) {
            const QColor ink = modelInk(theme, i);
            const QString model = modelName(result, i);
            const QString name =
                (isMedian ? LoadText::tr("%1, median") : LoadText::tr("%1, 99th percentile")).arg(model);
            QList<QPointF> line;
            for (std::size_t at = 0; at < points.size(); ++at) {
                const auto& estimate = isMedian ? points[at].median[i] : points[at].high[i];
                if (!(estimate.value > 0)) continue;
                line << QPointF(points[at].utilisation * 100, estimate.value * unit.perSecond);
                QString tip = LoadText::tr("%1 at a load of %2: %3")
                                  .arg(name, percentText(points[at].utilisation), secondsText(estimate.value));
                if (!estimate.interval)
                    tip += u'\n' + LoadText::tr("needs %1 more queries to be known")
                                       .arg(groupedText(static_cast<std::int64_t>(estimate.missing)));
                built.targets.push_back({marks, line.back(), tip});
                marks->append(line.back());
                if (isMedian && input.curve->knees[i] == at)
                    knees.push_back({marks, line.back(),
                                     LoadText::tr("knee of %1: %2")
                                         .arg(modelName(result, i), percentText(points[at].utilisation)),
                                     theme.text, Qt::AlignTop | Qt::AlignLeft});
            }
            addLine(chart, QPen(ink, 1.8, isMedian ? Qt::SolidLine : Qt::DashLine), line);
            auto* dots = addMarks(
                chart, isMedian ? QScatterSeries::MarkerShapeCircle : QScatterSeries::MarkerShapeTriangle, 7,
                ink, theme.surface, isMedian ? model : QString());
            dots->append(line);
        }
    const double now = points.empty() ? 0 : points.front().utilisation / points.front().factor * 100;
    const double last = points.empty() ? 100 : points.back().utilisation * 100 + 3;
    addAxes(chart, makeValueAxis(0, last, 10, LoadText::tr("Load of the cores of which most is asked (%)")),
            makeLogAxis(extent.low * unit.perSecond / 1.3, extent.high * unit.perSecond * 1.3,
                        LoadText::tr("Latency (%1): ● median, ▲ 99th percentile").arg(unit.name)));
    auto* notes = new ChartAnnotations(chart, theme);
    for (ChartLabel& knee : knees) {
        notes->add(ChartRing{marks, knee.at, theme.accent, 8});
        notes->add(std::move(knee));
    }
    if (now > 0 && now <= last) {
        const double top = extent.high * unit.perSecond;
        notes->add(ChartLabel{marks, {now, top}, LoadText::tr("now"), theme.text, Qt::AlignRight});
        new ChartLayer(chart, *marks, 4, [now, top, &theme](QPainter& painter, const ChartLayer& layer) {
            painter.setPen(QPen(theme.muted, 1.2, Qt::DotLine));
            const double x = layer.place({now, top}).x();
            painter.drawLine(QPointF(x, layer.plot().top()), QPointF(x, layer.plot().bottom()));
        });
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

QString finding(const ScenarioPicture& input) {
    const scenario::Simulation& result = *input.runs.front().result;
    QStringList knees;
    for (std::size_t i = 0; i < result.models.size(); ++i)
        if (const auto knee = input.curve->knees[i])
            knees << LoadText::tr("%1: %2", "model, load")
                         .arg(modelName(result, i), percentText(input.curve->points[*knee].utilisation));
    return knees.isEmpty()
               ? LoadText::tr("No latency has a knee below the largest load.")
               : LoadText::tr("Latency rises steeply from a load of: %1").arg(knees.join(QStringLiteral(", ")));
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-load",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Latency over the load"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Load"),
                                 .emptyText = emptyText,
                                 .build = build,
                                 .finding = finding};

} // namespace edgewright::views::load_scenario
