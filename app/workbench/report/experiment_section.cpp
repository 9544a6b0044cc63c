// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/experiment_section.h"

#include "core/base/fingerprint.h"
#include "core/base/propagate.h"
#include "core/experiment/explanations.h"

#include <QCoreApplication>

#include <system_error>

namespace edgewright::workbench {

Result<ReportSection> experimentSection(const std::filesystem::path& definitionFile,
                                        const std::filesystem::path& model) {
    ASSIGN_OR_RETURN(const auto definition, experiment::readDefinition(definitionFile));
    ASSIGN_OR_RETURN(auto cells, experiment::cellsOf(definition));
    std::erase_if(cells, [&](const experiment::Cell& cell) {
        std::error_code missing;
        return !std::filesystem::equivalent(cell.file, model, missing);
    });
    const std::filesystem::path file = experiment::usualResults(definitionFile);
    ASSIGN_OR_RETURN(auto results, experiment::readResults(file));
    const std::string fingerprint = fingerprintOfFile(model);
    std::size_t older = 0;
    for (const experiment::Cell& cell : cells) {
        const auto known = results.outcomes.find(cell.choices);
        if (known == results.outcomes.end() || known->second.model == fingerprint) continue;
        results.outcomes.erase(known);
        ++older;
    }
    const std::string name = definitionFile.filename().string();
    const auto rows = experiment::resultRows(results.outcomes, cells);
    if (rows->empty())
        return badInput(
            (older > 0
                 ? QCoreApplication::translate(
                       "edgewright::workbench::Report",
                       "%1: no result of %2 is in %3; those that are there are of other bytes of this model")
                 : QCoreApplication::translate("edgewright::workbench::Report", "%1: no result of %2 is in %3"))
                .arg(QString::fromStdString(name), QString::fromStdString(model.filename().string()),
                     QString::fromStdString(file.string()))
                .toStdString());
    ReportSection section;
    section.title = QCoreApplication::translate("edgewright::workbench::Report", "Experiment").toStdString();
    for (const experiment::Explanation& each : experiment::explanations(*rows)) {
        std::vector<std::string> lines = each.answer.lines();
        if (lines.empty()) continue;
        const std::string headline = lines.front();
        lines.erase(lines.begin());
        section.answers.push_back({headline, std::move(lines)});
    }
    for (const std::string& note : results.notes)
        section.answers.push_back({note, {}});
    if (older > 0)
        section.answers.push_back(
            {QCoreApplication::translate("edgewright::workbench::Report",
                                         "Left out: %1 of the results are of other bytes of this model.")
                 .arg(older)
                 .toStdString(),
             {}});
    section.tables.push_back({experiment::resultTable(rows),
                              {.caption = QCoreApplication::translate("edgewright::workbench::Report",
                                                                      "Results of %1", "name of an experiment")
                                              .arg(QString::fromStdString(name))
                                              .toStdString(),
                               .label = "tab:experiment",
                               .origin = {},
                               .notes = experiment::legendOf(*rows)}});
    return section;
}

} // namespace edgewright::workbench
