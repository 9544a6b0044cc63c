// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/report.h"

#include "views/support/answer_line.h"
#include "views/support/page/page_answer.h"
#include "views/support/page/view.h"

#include <algorithm>

namespace edgewright::workbench {

std::vector<ReportAnswer> pageAnswers(const views::View& page) {
    std::vector<ReportAnswer> answers;
    for (const auto* answer : page.own().findChildren<views::PageAnswer*>()) {
        if (!answer->hasAnswer()) continue;
        QStringList lines = answer->plainText().split(u'\n', Qt::SkipEmptyParts);
        for (QString& line : lines)
            line = views::AnswerLine::withoutMarks(line);
        if (lines.isEmpty()) continue;
        ReportAnswer said{lines.takeFirst().toStdString(), {}};
        for (const QString& line : lines)
            said.reasons.push_back(line.toStdString());
        answers.push_back(std::move(said));
    }
    return answers;
}

ReportSection reportSection(const views::View& page, const QString& title) {
    ReportSection section;
    section.title = title.toStdString();
    section.answers = pageAnswers(page);
    section.tables = views::tablesIn(page.own());
    return section;
}

views::NamedTable printed(const views::NamedTable& table) {
    if (table.table.rows() <= MaxPrintedRows) return table;
    views::NamedTable part = table;
    part.table = table::Table(
        table.table.heads, MaxPrintedRows,
        [whole = table.table](std::size_t row, std::size_t column) { return whole.at(row, column); });
    part.about.caption += (part.about.caption.empty() ? "" : ", ") + std::string("the first ") +
                          std::to_string(MaxPrintedRows) + " of " + std::to_string(table.table.rows()) +
                          " rows";
    return part;
}

} // namespace edgewright::workbench
