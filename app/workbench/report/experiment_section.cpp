// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/experiment_section.h"

#include "core/base/fingerprint.h"
#include "core/base/propagate.h"
#include "core/experiment/explanations.h"

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
        return badInput(name + ": no result of " + model.filename().string() + " is in " + file.string() +
                        (older > 0 ? "; those that are there are of other bytes of this model" : ""));
    ReportSection section;
    section.title = "Experiment";
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
            {"Left out: " + std::to_string(older) + " of the results are of other bytes of this model.", {}});
    section.tables.push_back({experiment::resultTable(rows),
                              {.caption = "Results of " + name,
                               .label = "tab:experiment",
                               .origin = {},
                               .notes = experiment::legendOf(*rows)}});
    return section;
}

} // namespace edgewright::workbench
