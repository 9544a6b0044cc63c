// SPDX-License-Identifier: GPL-3.0-or-later
// The score that the cost model gave each trial beforehand, against its measured speed.
#include "core/tuner/trial_statistics.h"
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QLegend>

#include <algorithm>
#include <cmath>

namespace edgewright::views::predicted_tuning {

namespace {

struct TuningPredicted {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningPredicted)
};

std::optional<tuner::Ranking> rankingOf(const TuningInput& input) {
    const auto subject = input.subject();
    return subject ? tuner::rankingOf(input.tried(), *subject) : tuner::rankingOf(input.tried());
}

bool isShown(const TuningInput& input, const tuner::TriedTrial& trial) {
    return trial.score && std::isfinite(trial.seconds) && trial.seconds > 0 &&
           (!input.subject() || *input.subject() == trial.task);
}

BuiltChart build(const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const tuner::Tried& tried = input.tried();
    std::vector<double> least(tried.tasks.size(), 0);
    double low = 0, high = 0;
    for (std::size_t i = 0; i < tried.tasks.size(); ++i)
        if (const auto best = tried.best(i)) least[i] = tried.trials[*best].seconds;
    for (const tuner::TriedTrial& each : tried.trials)
        if (isShown(input, each)) low = std::min(low, *each.score), high = std::max(high, *each.score);
    if (high <= low) high = low + 1;
    const double room = 0.05 * (high - low), step = roundedScale((high - low) / 6);
    QScatterSeries* points = addMarks(chart, QScatterSeries::MarkerShapeCircle, 7,
                                      theme.category(ops::Category::Compute), theme.surface);
    addAxes(chart, makeValueAxis(0, 105, 20, TuningPredicted::tr("● Measured speed (% of the best trial)")),
            makeValueAxis(low < 0 ? low - room : 0, high + room, step,
                          TuningPredicted::tr("≈ Score of the cost model before the trial")));
    for (const tuner::TriedTrial& each : tried.trials) {
        if (!isShown(input, each)) continue;
        const QPointF at(100 * least[each.task] / each.seconds, *each.score);
        points->append(at);
        built.targets.push_back({points, at,
                                 TuningPredicted::tr("%1\n● %2, ≈ score %3\n%4")
                                     .arg(taskName(tried, each.task), secondsText(each.seconds),
                                          significant(*each.score), knobText(each.choice.knobs))});
        tasks.push_back(each.task);
    }
    if (const auto ranking = rankingOf(input))
        chart.setTitle(
            TuningPredicted::tr("Rank correlation %1 · of the best %2 of %3 trials, it ranked %4 so high")
                .arg(fixedText(ranking->correlation, 2), groupedText(static_cast<std::int64_t>(ranking->best)),
                     groupedText(static_cast<std::int64_t>(ranking->count)), percentText(ranking->recall)));
    styleChart(chart, theme);
    return built;
}

QString noScores(const TuningInput& input) {
    if (std::ranges::any_of(input.tried().trials,
                            [&](const tuner::TriedTrial& each) { return isShown(input, each); }))
        return {};
    return input.shown->log
               ? TuningPredicted::tr("This log does not tell what a cost model expected.")
               : TuningPredicted::tr("No trial had a prediction: the strategy “learned” has a cost "
                                     "model, after its first trials of a kernel.");
}

} // namespace

extern const TuningChartSpec entry{"tuning-predicted",
                                   QT_TRANSLATE_NOOP("Chart", "Predictions of the cost model against speeds"),
                                   QT_TRANSLATE_NOOP("Chart", "Predicted and measured"), noScores, build};

} // namespace edgewright::views::predicted_tuning
