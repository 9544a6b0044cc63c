// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that take longest: tuned, by default, and in another runtime whose profile stands beside.
#include "views/measure/tuning/tuning_charts.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QLegend>

#include <algorithm>

namespace edgewright::views::kernels_tuning {

namespace {

struct TuningKernels {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::TuningKernels)
};

constexpr std::size_t MaxKernels = 12;

// Of all calls.
struct Row {
    std::size_t task = 0;
    double usual = 0, tuned = 0, theirs = 0;
};

std::vector<Row> rowsOf(const TuningInput& input) {
    std::vector<Row> rows;
    const tuner::Tried& tried = input.tried();
    for (std::size_t i = 0; i < tried.tasks.size(); ++i) {
        const tuner::TriedTask& task = tried.tasks[i];
        Row row{i, task.weight * task.defaultSeconds(), task.weight * task.tunedSeconds, input.theirsOf(i)};
        if (row.tuned <= 0) // until it is decided
            if (const auto best = tried.best(i)) row.tuned = task.weight * tried.trials[*best].seconds;
        if (row.tuned > 0) rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const Row& row) { return std::max(row.usual, row.tuned); });
    return rows;
}

// "All 7 kernels: default 3.21 ms, tuned 2.80 ms". Of another runtime those that both have.
QString totals(const std::vector<Row>& rows, const QString& theirName) {
    double usual = 0, tuned = 0, shared = 0, theirs = 0;
    int both = 0;
    bool isUsualKnown = true;
    for (const Row& row : rows) {
        usual += row.usual;
        tuned += row.tuned;
        isUsualKnown = isUsualKnown && row.usual > 0;
        if (row.theirs > 0) ++both, shared += row.tuned, theirs += row.theirs;
    }
    const int count = static_cast<int>(rows.size());
    QString text =
        isUsualKnown
            ? TuningKernels::tr("%n kernels: by default %1, tuned %2", nullptr, count)
                  .arg(secondsText(usual), secondsText(tuned))
            : TuningKernels::tr("%n kernels: the best take %1", nullptr, count).arg(secondsText(tuned));
    if (both > 0)
        text += TuningKernels::tr(" · %n of them tuned %1, in %2 %3", nullptr, both)
                    .arg(secondsText(shared), theirName, secondsText(theirs));
    return text;
}

BuiltChart build(const TuningInput& input, const Theme& theme, std::vector<std::optional<std::size_t>>& tasks) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    std::vector<Row> rows = rowsOf(input);
    chart.setTitle(chartWords(totals(rows, input.theirName)));
    if (rows.size() > MaxKernels) rows.resize(MaxKernels);
    double high = 0;
    bool hasTheirs = false;
    for (const Row& row : rows) {
        high = std::max({high, row.usual, row.tuned, row.theirs});
        hasTheirs = hasTheirs || row.theirs > 0;
    }
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond * 1.08;
    NamedRows named(chart, rows.size());
    QScatterSeries* others = addMarks(chart, QScatterSeries::MarkerShapeTriangle, 10,
                                      theme.category(ops::Category::Normalisation), theme.surface);
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const tuner::TriedTask& task = input.tried().tasks[row.task];
        RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.value = row.tuned * unit.perSecond;
        if (row.usual > 0) bar.beside = row.usual * unit.perSecond;
        bar.ink = theme.after;
        const QPointF at(bar.value, bar.y);
        named.marks()->append(at);
        if (row.theirs > 0) others->append(row.theirs * unit.perSecond, bar.y);
        if (input.task == row.task) notes->add(ChartRing{named.marks(), at, theme.accent, 8});
        const QString name = taskName(input.tried(), row.task);
        names.push_back(name.toStdString());
        QStringList tip{name};
        if (task.weight > 1)
            tip << TuningKernels::tr("%1 times").arg(groupedText(static_cast<std::int64_t>(task.weight)));
        tip << TuningKernels::tr("▬ tuned %1").arg(secondsText(row.tuned));
        if (row.usual > 0)
            tip << TuningKernels::tr("◇ by default %1: tuned takes %2 of it")
                       .arg(secondsText(row.usual), percentText(row.tuned / row.usual));
        if (row.theirs > 0)
            tip << TuningKernels::tr("▲ in %1 %2").arg(input.theirName, secondsText(row.theirs));
        if (task.floor > 0) tip << TuningKernels::tr("roof %1").arg(secondsText(task.weight * task.floor));
        built.targets.push_back({named.marks(), at, tip.join(u'\n'), bar.extent()});
        tasks.push_back(row.task);
    }
    const QString title =
        hasTheirs ? TuningKernels::tr("Time of all calls (%1): ▬ tuned, ◇ by default, ▲ %2")
                        .arg(unit.name, input.theirName)
                  : TuningKernels::tr("Time of all calls (%1): ▬ tuned, ◇ by default").arg(unit.name);
    named.finish(names, makeValueAxis(0, high, roundedScale(high / 8), title), std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

QString noKernels(const TuningInput& input) {
    return rowsOf(input).empty() ? TuningKernels::tr("No kernel has a time yet.") : QString();
}

} // namespace

extern const TuningChartSpec entry{"tuning-kernels",
                                   QT_TRANSLATE_NOOP("Chart", "Kernels: tuned and by default"),
                                   QT_TRANSLATE_NOOP("Chart", "Kernels"), noKernels, build};

} // namespace edgewright::views::kernels_tuning
