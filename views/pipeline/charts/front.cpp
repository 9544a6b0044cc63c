// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"
#include "core/relay/tables/pipeline_tables.h"
#include "views/pipeline/charts/pipeline_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QPainter>

#include <algorithm>

namespace edgewright::views::front_pipeline {

namespace {

struct FrontText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SplitFront)
};

struct RunPoint {
    double period = 0, latency = 0; // seconds
};

std::optional<RunPoint> runOf(const PipelinePicture& input) {
    const relay::Measured* measured = input.measured();
    const auto period = measured ? measured->period() : std::nullopt;
    if (!period) return {};
    return RunPoint{*period, measure::quantile(measured->latencies(), 0.5)};
}

QString stagesText(const partition::Split& split) {
    return FrontText::tr("%n stages", nullptr, static_cast<int>(split.size()));
}

// The time between frames against the time of a frame: splits of which none is better in both.
BuiltChart build(const PipelinePicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const std::vector<partition::Found>& points = input.record->front.points;
    const auto run = runOf(input);
    const double bound = input.shown().choice.bound;
    double period = std::max(bound, input.shown().choice.figures.period);
    double latency = input.shown().choice.figures.latency;
    for (const partition::Found& each : points) {
        period = std::max(period, each.figures.period);
        latency = std::max(latency, each.figures.latency);
    }
    if (run) {
        period = std::max(period, run->period);
        latency = std::max(latency, run->latency);
    }
    if (!(period > 0)) period = 1e-3;
    if (!(latency > 0)) latency = 1e-3;
    const TimeUnit across = timeUnit(latency), up = timeUnit(period);
    const double right = latency * across.perSecond * 1.15, top = period * up.perSecond * 1.2;
    auto* notes = new ChartAnnotations(chart, theme);
    QList<QPointF> steps;
    std::vector<QPointF> places;
    for (const partition::Found& each : points) {
        const QPointF at(each.figures.latency * across.perSecond, each.figures.period * up.perSecond);
        if (!places.empty()) steps << QPointF(at.x(), places.back().y());
        steps << at;
        places.push_back(at);
    }
    addLine(chart, QPen(theme.before, 1.4), steps);
    auto* marks = addMarks(chart, QScatterSeries::MarkerShapeCircle, 8, theme.before, theme.surface,
                           FrontText::tr("planned"));
    const relay::StagePlanner::Choice& choice = input.shown().choice;
    const QPointF chosen(choice.figures.latency * across.perSecond, choice.figures.period * up.perSecond);
    notes->add(ChartRing{marks, chosen, theme.accent, 9});
    notes->add(ChartLabel{marks, chosen, FrontText::tr("chosen: %1").arg(stagesText(choice.split)), theme.text,
                          Qt::AlignTop | Qt::AlignRight, true});
    for (std::size_t i = 0; i < points.size(); ++i) {
        marks->append(places[i]);
        if (i == 0 && points[i].split != choice.split) {
            notes->add(ChartLabel{marks, places[i], stagesText(points[i].split), theme.text,
                                  Qt::AlignTop | Qt::AlignRight});
        }
        built.targets.push_back({marks, places[i],
                                 FrontText::tr("%1: a frame every %2, each %3 on its way")
                                     .arg(stagesText(points[i].split), secondsText(points[i].figures.period),
                                          secondsText(points[i].figures.latency))});
    }
    if (run) {
        auto* ran = addMarks(chart, QScatterSeries::MarkerShapeTriangle, 11, theme.after, theme.surface,
                             FrontText::tr("run"));
        const QPointF at(run->latency * across.perSecond, run->period * up.perSecond);
        ran->append(at);
        notes->add(ChartLabel{ran, at, FrontText::tr("run, with frames that wait"), theme.text,
                              Qt::AlignTop | Qt::AlignLeft});
        built.targets.push_back({ran, at,
                                 FrontText::tr("Run: a frame every %1, half of them done within %2")
                                     .arg(secondsText(run->period), secondsText(run->latency))});
    }
    addAxes(
        chart,
        makeValueAxis(0, right, roundedScale(right / 8),
                      FrontText::tr("Latency of a frame (%1)").arg(across.name)),
        makeValueAxis(0, top, roundedScale(top / 6), FrontText::tr("Time between frames (%1)").arg(up.name)));
    const double least = bound * up.perSecond;
    notes->add(ChartLabel{marks,
                          {0, least},
                          FrontText::tr("no split is below %1").arg(secondsText(bound)),
                          theme.muted,
                          Qt::AlignBottom | Qt::AlignRight});
    new ChartLayer(chart, *marks, 4, [least, &theme](QPainter& painter, const ChartLayer& layer) {
        const double y = layer.place({0, least}).y();
        painter.setPen(QPen(theme.muted, 1.2, Qt::DotLine));
        painter.drawLine(QPointF(layer.plot().left(), y), QPointF(layer.plot().right(), y));
    });
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

FigureTable table(const PipelinePicture& input) {
    return {QStringLiteral("pipeline-front"),
            relay::frontTable(input.record->shown,
                              std::shared_ptr<const partition::Front>(input.record, &input.record->front))};
}

QString finding(const PipelinePicture& input) {
    const auto& points = input.record->front.points;
    if (points.empty()) return {};
    return FrontText::tr("From a frame every %1 within %2 to a frame every %3 within %4")
        .arg(secondsText(points.front().figures.period), secondsText(points.front().figures.latency),
             secondsText(points.back().figures.period), secondsText(points.back().figures.latency));
}

} // namespace

extern const PipelineChart entry{.name = "pipeline-front",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Time between frames against latency"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Period and latency"),
                                 .build = build,
                                 .table = table,
                                 .finding = finding};

} // namespace edgewright::views::front_pipeline
