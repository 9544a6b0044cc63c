// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/charts/scenario_charts.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <set>

namespace edgewright::views::batches_scenario {

namespace {

struct BatchesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Batches)
};

QString reasonOf(std::size_t reason) {
    return QCoreApplication::translate("Word",
                                       scenario::reasonTitle(static_cast<scenario::BatchReason>(reason)));
}

QString emptyText(const ScenarioPicture& input) {
    for (const ShownRun& run : input.runs)
        if (!run.result->models[input.model].batches.empty()) return {};
    return BatchesText::tr("No batch of this model was sent.");
}

// Batches of the chosen model by size, and the reasons why they were sent.
BuiltChart build(const ScenarioPicture& input, const Theme& theme) {
    std::set<std::int64_t> sizes;
    for (const ShownRun& run : input.runs)
        for (const scenario::BatchCount& each : run.result->models[input.model].batches)
            sizes.insert(each.size);
    QStringList reasons;
    for (std::size_t reason = 0; reason < scenario::BatchReasons; ++reason)
        reasons << reasonOf(reason);
    std::vector<StackedRow> rows;
    for (const std::int64_t size : sizes)
        for (const ShownRun& run : input.runs) {
            const auto& batches = run.result->models[input.model].batches;
            const auto found = std::ranges::find(batches, size, &scenario::BatchCount::size);
            StackedRow& row = rows.emplace_back();
            row.name = nameIn(input, run, BatchesText::tr("batch of %1").arg(integerText(size)));
            std::int64_t sum = 0;
            for (std::size_t reason = 0; reason < scenario::BatchReasons; ++reason) {
                const std::int64_t count = found == batches.end() ? 0 : found->byReason[reason];
                sum += count;
                row.parts.push_back(static_cast<double>(count));
                row.tips << BatchesText::tr("%1, %2: %3", "batch of 4, reason, number")
                                .arg(row.name, reasons[static_cast<qsizetype>(reason)], groupedText(count));
            }
            row.sum = groupedText(sum);
        }
    BuiltChart built;
    addStackedRows(built, rows, reasons,
                   BatchesText::tr("Batches of %1").arg(modelName(*input.runs.front().result, input.model)),
                   theme);
    return built;
}

QString finding(const ScenarioPicture& input) {
    const QString all = findingOfRuns(input, [&](const ShownRun& run) {
        std::int64_t batches = 0, requests = 0;
        for (const scenario::BatchCount& each : run.result->models[input.model].batches) {
            const std::int64_t count =
                std::accumulate(each.byReason.begin(), each.byReason.end(), std::int64_t(0));
            batches += count;
            requests += count * each.size;
        }
        return batches > 0 ? significant(static_cast<double>(requests) / static_cast<double>(batches))
                           : BatchesText::tr("no batch");
    });
    return BatchesText::tr("Requests in a mean batch of %1: %2")
        .arg(modelName(*input.runs.front().result, input.model), all);
}

} // namespace

extern const ScenarioChart entry{.name = "scenario-batches",
                                 .title = QT_TRANSLATE_NOOP("Chart", "Batches by size and reason"),
                                 .tab = QT_TRANSLATE_NOOP("Chart", "Batches"),
                                 .showsModel = true,
                                 .emptyText = emptyText,
                                 .build = build,
                                 .finding = finding};

} // namespace edgewright::views::batches_scenario
