// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>

namespace edgewright::views::queue_scenario {

namespace {

struct QueueText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::QueueLength)
};

// Requests that wait, by model: means over equal stretches of time.
BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    double end = 0, high = 0;
    for (const ShownRun& run : input.runs) {
        end = std::max(end, scenario::secondsOf(run.result->end));
        for (const scenario::ModelResult& model : run.result->models)
            for (const double each : model.queue.means)
                high = std::max(high, each);
    }
    if (!(high > 0)) high = 1;
    if (!(end > 0)) end = 1;
    high *= 1.1;
    QScatterSeries* marks = addHiddenPoints(chart);
    for (const ShownRun& run : input.runs)
        for (std::size_t i = 0; i < run.result->models.size(); ++i) {
            const scenario::Course& course = run.result->models[i].queue;
            if (course.means.empty()) continue;
            const double width = scenario::secondsOf(course.width);
            QList<QPointF> points;
            for (std::size_t at = 0; at < course.means.size(); ++at) {
                const double begin = static_cast<double>(at) * width;
                points << QPointF(begin, course.means[at])
                       << QPointF(std::min(begin + width, end), course.means[at]);
            }
            const QColor ink = modelInk(theme, i);
            const QString name = nameIn(input, run, modelName(*run.result, i));
            addLine(chart, QPen(ink, 1.5, lineOf(input, run)), points);
            if (&run == &input.runs.front())
                addMarks(chart, QScatterSeries::MarkerShapeRectangle, 8, ink, theme.surface,
                         modelName(*run.result, i));
            const auto most = std::ranges::max_element(course.means);
            const QPointF peak((static_cast<double>(most - course.means.begin()) + 0.5) * width, *most);
            marks->append(peak);
            built.targets.push_back({marks, peak,
                                     QueueText::tr("%1: at most %2 requests wait, in the mean over %3")
                                         .arg(name, significant(*most), secondsText(width))});
        }
    addRunLegend(chart, input, theme);
    addAxes(chart, makeValueAxis(0, end, roundedScale(end / 10), QueueText::tr("Time (s)")),
            makeValueAxis(0, high, roundedScale(high / 6), QueueText::tr("Requests that wait")));
    auto* notes = new ChartAnnotations(chart, theme);
    for (const ChartTarget& each : built.targets)
        notes->add(ChartRing{marks, each.at, theme.muted, 4});
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

QString finding(const ScenarioPicture& input) {
    return QueueText::tr("Most requests that wait: %1").arg(findingOfRuns(input, [](const ShownRun& run) {
        return findingOfModels(*run.result, [](const scenario::ModelResult& model) {
            const auto& means = model.queue.means;
            return means.empty() ? QString() : significant(*std::ranges::max_element(means));
        });
    }));
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-queue",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Length of the queues"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Queue"),
                                 .build = build,
                                 .finding = finding};

} // namespace edgewright::views::queue_scenario
