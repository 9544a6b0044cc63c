// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of latencies: the share that is done by a time, and, on a logarithmic axis, the share that
// is not.
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace latency_scenario {

namespace {

struct LatencyText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::LatencyDistribution)
};

enum class Side { Done, Left }; // P(latency <= x); 1 - that

constexpr std::size_t MaxPoints = 600; // of a line, half of them in its tail
constexpr std::size_t BandPoints = 80;
constexpr double Confidence = 0.95;
constexpr std::array Shares{0.5, 0.95, 0.99};

struct Line {
    QList<QPointF> points;
    QPolygonF band; // of intervals of percentiles
    QColor ink;
};

// Places in `count` sorted numbers: evenly, and more and more of them towards the end.
std::vector<std::size_t> placesIn(std::size_t count) {
    std::vector<std::size_t> places;
    const std::size_t half = MaxPoints / 2;
    for (std::size_t i = 0; i < half; ++i)
        places.push_back(i * (count - 1) / (half - 1));
    for (std::size_t i = 0; i < half; ++i) {
        const double left = std::pow(static_cast<double>(count), -static_cast<double>(i) / double(half - 1));
        places.push_back(count - std::max<std::size_t>(std::size_t(left * static_cast<double>(count)), 1));
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

// The intervals of percentiles (scenario::quantileRanks), there and back; without those that so few numbers do
// not know.
QPolygonF bandOf(const std::vector<double>& sorted, double perSecond, Side side) {
    QPolygonF lower, upper;
    const double count = static_cast<double>(sorted.size());
    for (std::size_t i = 0; i <= BandPoints; ++i) {
        // Evenly in the middle, and in equal ratios towards the end.
        const double left = i <= BandPoints / 2
                                ? 1 - static_cast<double>(i) / BandPoints
                                : 0.5 * std::pow(2 / count, (static_cast<double>(i) / BandPoints - 0.5) * 2);
        if (!(left > 0 && left < 1)) continue;
        const auto ranks = scenario::quantileRanks(sorted.size(), 1 - left, Confidence);
        if (!ranks) continue;
        const double share = side == Side::Done ? 1 - left : left;
        lower << QPointF(sorted[ranks->low - 1] * perSecond, share);
        upper << QPointF(sorted[ranks->high - 1] * perSecond, share);
    }
    std::ranges::reverse(upper);
    return lower + upper;
}

void paintBands(QPainter& painter, const ChartLayer& layer, const std::vector<Line>& lines, double least) {
    painter.setClipRect(layer.plot());
    painter.setPen(Qt::NoPen);
    for (const Line& line : lines) {
        QPolygonF band;
        for (const QPointF& each : line.band)
            band << layer.place({each.x(), std::max(each.y(), least)});
        QColor veil = line.ink;
        veil.setAlphaF(0.18f);
        painter.setBrush(veil);
        painter.drawPolygon(band);
    }
}

QString noLatencies(const ScenarioPicture& input) {
    for (const ShownRun& run : input.runs)
        for (const scenario::ModelResult& model : run.result->models)
            if (!model.latencies.empty()) return {};
    return LatencyText::tr("No query was done.");
}

BuiltChart buildSide(const ScenarioPicture& input, Side side, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    double longest = 0, shortest = INFINITY;
    std::size_t most = 1;
    for (const ShownRun& run : input.runs)
        for (std::size_t i = 0; i < run.result->models.size(); ++i) {
            const auto& all = run.result->models[i].latencies;
            if (all.empty()) continue;
            const auto [low, high] = std::ranges::minmax(all);
            shortest = std::min(shortest, low);
            longest = std::max(longest, high);
            most = std::max(most, all.size());
        }
    if (!(longest > 0)) longest = 1e-3, shortest = 0;
    const TimeUnit unit = timeUnit(longest);
    const double least = side == Side::Left ? 0.5 / static_cast<double>(std::max<std::size_t>(most, 10)) : 0;
    QScatterSeries* marks = addHiddenPoints(chart);
    std::vector<Line> lines;
    for (const ShownRun& run : input.runs)
        for (std::size_t i = 0; i < run.result->models.size(); ++i) {
            std::vector<double> sorted = run.result->models[i].latencies;
            if (sorted.empty()) continue;
            if (!std::ranges::is_sorted(sorted)) std::ranges::sort(sorted);
            const double count = static_cast<double>(sorted.size());
            Line& line = lines.emplace_back();
            line.ink = modelInk(theme, i);
            line.band = bandOf(sorted, unit.perSecond, side);
            for (const std::size_t at : placesIn(sorted.size())) {
                const double place = static_cast<double>(at);
                line.points << QPointF(sorted[at] * unit.perSecond,
                                       side == Side::Done ? (place + 1) / count : (count - place) / count);
            }
            const QString name = nameIn(input, run, modelName(*run.result, i));
            addLine(chart, QPen(line.ink, 1.8, lineOf(input, run)), line.points);
            if (&run == &input.runs.front())
                addMarks(chart, QScatterSeries::MarkerShapeRectangle, 8, line.ink, theme.surface,
                         modelName(*run.result, i));
            for (const double share : Shares) {
                const scenario::QuantileEstimate estimate = scenario::quantileEstimate(sorted, share);
                const QPointF at(estimate.value * unit.perSecond, side == Side::Done ? share : 1 - share);
                marks->append(at);
                QString known = secondsText(estimate.value);
                if (estimate.interval)
                    known = LatencyText::tr("%1 (95 %: %2 to %3)")
                                .arg(known, secondsText(estimate.interval->low),
                                     secondsText(estimate.interval->high));
                else
                    known = LatencyText::tr("%1, needs %2 more queries to be known")
                                .arg(known, groupedText(static_cast<std::int64_t>(estimate.missing)));
                built.targets.push_back(
                    {marks, at,
                     LatencyText::tr("%1: %2 of the queries within %3").arg(name, percentText(share), known)});
            }
        }
    addRunLegend(chart, input, theme);
    const double low = std::max(0.0, shortest * unit.perSecond - longest * unit.perSecond * 0.03),
                 high = longest * unit.perSecond * 1.06;
    const QString time = LatencyText::tr("Latency (%1)").arg(unit.name);
    QAbstractAxis* y = side == Side::Done
                           ? makeValueAxis(0, 1, 0.1, LatencyText::tr("Share that is done; band: 95 %"))
                           : makeLogAxis(least, 1, LatencyText::tr("Share that takes longer; band: 95 %"));
    addAxes(chart, makeValueAxis(low, high, roundedScale((high - low) / 10), time), y);
    auto* notes = new ChartAnnotations(chart, theme);
    const ShownRun& first = input.runs.front();
    std::vector<std::pair<double, QColor>> deadlines;
    for (std::size_t i = 0; i < first.result->models.size(); ++i) {
        const auto deadline = deadlineOf(first, i);
        if (!deadline || *deadline * unit.perSecond > high) continue;
        const double x = *deadline * unit.perSecond;
        deadlines.emplace_back(x, modelInk(theme, i));
        notes->add(ChartLabel{marks,
                              {x, side == Side::Done ? 0.05 + 0.06 * static_cast<double>(i) : 0.9},
                              LatencyText::tr("deadline of %1").arg(modelName(*first.result, i)),
                              modelInk(theme, i),
                              Qt::AlignLeft});
    }
    const double bottom = side == Side::Done ? 0 : least;
    new ChartLayer(chart, *marks, 4,
                   [lines = std::move(lines), deadlines = std::move(deadlines), bottom,
                    &theme](QPainter& painter, const ChartLayer& layer) {
                       paintBands(painter, layer, lines, bottom);
                       for (const auto& [x, ink] : deadlines) {
                           painter.setPen(QPen(ink, 1.5, Qt::DashDotLine));
                           painter.drawLine(QPointF(layer.place({x, 1}).x(), layer.plot().top()),
                                            QPointF(layer.place({x, 1}).x(), layer.plot().bottom()));
                       }
                   });
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

// The 99th percentile of each model.
QString finding(const ScenarioPicture& input) {
    const QString all = findingOfRuns(input, [](const ShownRun& run) {
        return findingOfModels(*run.result, [](const scenario::ModelResult& model) {
            if (model.latencies.empty()) return QString();
            std::vector<double> sorted = model.latencies;
            std::ranges::sort(sorted);
            return secondsText(scenario::quantileEstimate(sorted, Shares.back()).value);
        });
    });
    return LatencyText::tr("%1 of the queries take at most: %2").arg(percentText(Shares.back()), all);
}

BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    return buildSide(input, Side::Done, theme);
}
BuiltChart buildTail(const ScenarioPicture& input, const Theme& theme) {
    return buildSide(input, Side::Left, theme);
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-latency",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Distribution of the latency"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Latency"),
                                 .emptyText = noLatencies,
                                 .build = build,
                                 .finding = finding};

} // namespace latency_scenario

namespace tail_scenario {

extern const ScenarioChart entry{.name = "scenario-tail",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Tail of the latency"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Tail"),
                                 .emptyText = latency_scenario::noLatencies,
                                 .build = latency_scenario::buildTail,
                                 .finding = latency_scenario::finding};

} // namespace tail_scenario

} // namespace edgewright::views
