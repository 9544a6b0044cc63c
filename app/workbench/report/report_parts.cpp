// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/report_parts.h"

#include "core/pipeline/quantization/simulation/fixed_point_note.h"
#include "core/pipeline/stage.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace edgewright::workbench {

namespace {

constexpr std::string_view FixedPointStage = "int8_fixed_point";

ReportSection fixedPointSection(const pipeline::Analysis& analysis) {
    ReportSection section;
    section.title = QCoreApplication::translate("edgewright::workbench::Report", "Fixed point").toStdString();
    if (const Error* error = pipeline::errorOf(analysis, FixedPointStage))
        section.answers.push_back({QCoreApplication::translate("edgewright::workbench::Report",
                                                               "No layer was followed in fixed point: %1")
                                       .arg(QString::fromStdString(error->message))
                                       .toStdString(),
                                   {}});
    if (!analysis.fixedPoint) return section;
    const pipeline::FixedPointNote& note = *analysis.fixedPoint;
    for (const table::Answer& each : pipeline::paragraphsOf(note)) {
        std::vector<std::string> lines = each.lines();
        const std::string headline = lines.front();
        lines.erase(lines.begin());
        section.answers.push_back({headline, std::move(lines)});
    }
    section.tables.push_back({pipeline::growthTable(note.experiment),
                              {.caption = QCoreApplication::translate("edgewright::workbench::Report",
                                                                      "Bits that the sums of each layer need")
                                              .toStdString(),
                               .label = "tab:growth",
                               .origin = {}}});
    section.tables.push_back(
        {pipeline::dataPathTable(note.trace),
         {.caption =
              QCoreApplication::translate("edgewright::workbench::Report",
                                          "From the products of one output of %1 to its code, in fixed point")
                  .arg(QString::fromStdString(note.layer().name))
                  .toStdString(),
          .label = "tab:fixed-point",
          .origin = {}}});
    return section;
}

// Times of short runs are left out: those of a report are measured, and it is the same each time.
constexpr std::array AllParts{
    ReportPart{"strategies", "int8_strategies", "int8_strategies",
               [](pipeline::ViewState& view) {
                   view.strategies = {view.strategies.asked + 1, view.strategies.remedies, false};
               },
               "int8", nullptr},
    ReportPart{"fixed-point", "int8_accumulators", FixedPointStage,
               [](pipeline::ViewState& view) {
                   ++view.accumulatorsAsked;
                   ++view.fixedPointAsked;
               },
               "int8", fixedPointSection},
};

} // namespace

std::span<const ReportPart> reportParts() { return AllParts; }

Result<std::vector<const ReportPart*>> reportPartsWithout(const QString& names) {
    QStringList left = names.split(u',', Qt::SkipEmptyParts);
    QStringList keys;
    std::vector<const ReportPart*> parts;
    for (const ReportPart& each : AllParts) {
        keys << QLatin1String(each.key);
        if (left.removeAll(keys.back()) == 0) parts.push_back(&each);
    }
    if (!left.isEmpty())
        return badInput(QCoreApplication::translate("edgewright::workbench::Report",
                                                    "no part of a report is called '%1'; there are: %2")
                            .arg(left.front(), keys.join(QStringLiteral(", ")))
                            .toStdString());
    return parts;
}

bool isStageSettled(const pipeline::Analysis& analysis, const pipeline::Settings& settings,
                    std::string_view name) {
    const pipeline::Stage& stage = *pipeline::findStage(name);
    if (analysis.pending.contains(name)) return false;
    if (stage.has(analysis) || analysis.cancelled.contains(name) || pipeline::errorOf(analysis, name))
        return true;
    if (!std::ranges::all_of(stage.needs, [&](std::string_view need) {
            return need.empty() || isStageSettled(analysis, settings, need);
        }))
        return false;
    return stage.applies && !stage.applies(analysis, settings);
}

} // namespace edgewright::workbench
