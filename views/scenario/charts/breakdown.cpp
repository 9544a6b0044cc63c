// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace edgewright::views::breakdown_scenario {

namespace {

struct BreakdownText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Breakdown)
};

// Mean parts of the time between arrival and end, of requests that are done; seconds.
std::array<double, 4> partsOf(const scenario::ModelResult& model) {
    const double requests = static_cast<double>(std::max<std::size_t>(model.waits.size(), 1));
    return {model.waitedForBatch / requests, model.queued / requests, model.preempted / requests,
            model.executed / requests};
}

double sumOf(const scenario::ModelResult& model) {
    double sum = 0;
    for (const double each : partsOf(model))
        sum += each;
    return sum;
}

QString emptyText(const ScenarioPicture& input) {
    for (const ShownRun& run : input.runs)
        for (const scenario::ModelResult& model : run.result->models)
            if (sumOf(model) > 0) return {};
    return BreakdownText::tr("No request was done.");
}

// Where the time of a mean request goes.
BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    const QStringList names{BreakdownText::tr("waits for its batch"), BreakdownText::tr("queues"),
                            BreakdownText::tr("gave way"), BreakdownText::tr("computes")};
    double high = 0;
    for (const ShownRun& run : input.runs)
        for (const scenario::ModelResult& model : run.result->models)
            high = std::max(high, sumOf(model));
    const TimeUnit unit = timeUnit(high);
    std::vector<StackedRow> rows;
    for (std::size_t i = 0; i < input.runs.front().result->models.size(); ++i)
        for (const ShownRun& run : input.runs) {
            const scenario::ModelResult& model = run.result->models[i];
            StackedRow& row = rows.emplace_back();
            row.name = nameIn(input, run, modelName(*run.result, i));
            row.sum = secondsText(sumOf(model));
            for (std::size_t part = 0; const double each : partsOf(model)) {
                row.parts.push_back(each * unit.perSecond);
                row.tips << BreakdownText::tr("%1: %2 %3 (%4)", "model, part, time, share")
                                .arg(row.name, names[static_cast<qsizetype>(part++)], secondsText(each),
                                     percentText(each / sumOf(model)));
            }
        }
    BuiltChart built;
    addStackedRows(built, rows, names, BreakdownText::tr("Mean from arrival to end (%1)").arg(unit.name),
                   theme);
    return built;
}

QString finding(const ScenarioPicture& input) {
    return BreakdownText::tr("Mean from arrival to end: %1").arg(findingOfRuns(input, [](const ShownRun& run) {
        return findingOfModels(*run.result, [](const scenario::ModelResult& model) {
            const double sum = sumOf(model);
            if (!(sum > 0)) return QString();
            return BreakdownText::tr("%1, of which %2 it computes", "time, share")
                .arg(secondsText(sum), percentText(partsOf(model).back() / sum));
        });
    }));
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-breakdown",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Parts of the latency"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Breakdown"),
                                 .emptyText = emptyText,
                                 .build = build,
                                 .finding = finding};

} // namespace edgewright::views::breakdown_scenario
