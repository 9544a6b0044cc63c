// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown as GitHub reads it; the pictures are files beside it.
#include "app/workbench/report/report_format.h"
#include "core/table/document_parts.h"

namespace edgewright::workbench::markdown_report {

namespace {

std::string tableText(const table::Table& table, const table::About& about) {
    return table::formatOf("report.md")->write(table, {about.caption, about.label, {}, about.notes}) + "\n";
}

std::string write(const Report& report) {
    std::string text = "# " + table::markdownText(report.title) + "\n\n";
    for (const std::string& line : report.origin)
        text += table::markdownText(line) + "\n\n";
    for (const ReportSection& section : report.sections) {
        text += "## " + table::markdownText(section.title) + "\n\n";
        for (const ReportAnswer& answer : section.answers) {
            text += "**" + table::markdownText(answer.headline) + "**\n\n";
            for (const std::string& reason : answer.reasons)
                text += "- " + table::markdownText(reason) + "\n";
            if (!answer.reasons.empty()) text += "\n";
        }
        for (const ReportFigure& figure : section.figures)
            text += "![" + table::markdownText(figure.title.toStdString()) + "](<" + figure.file.toStdString() +
                    ".svg>)\n\n";
        for (const views::NamedTable& each : section.tables) {
            const views::NamedTable part = printed(each);
            text += tableText(part.table, part.about);
        }
    }
    return text + "## " + table::markdownText(settingsHeading()) + "\n\n" + tableText(report.settings, {});
}

} // namespace

extern const ReportFormat entry{.file = "report.md", .write = write};

} // namespace edgewright::workbench::markdown_report
