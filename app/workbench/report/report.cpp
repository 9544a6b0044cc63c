// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/report/report.h"

#include "views/support/answer_line.h"
#include "views/support/page/page_answer.h"
#include "views/support/page/view.h"

#include <QCoreApplication>

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

std::string settingsHeading() {
    return QCoreApplication::translate("edgewright::workbench::Report", "Settings").toStdString();
}

views::NamedTable printed(const views::NamedTable& table) {
    if (table.table.rows() <= MaxPrintedRows) return table;
    views::NamedTable part = table;
    part.table = table::Table(
        table.table.heads, MaxPrintedRows,
        [whole = table.table](std::size_t row, std::size_t column) { return whole.at(row, column); });
    const QString first =
        QCoreApplication::translate("edgewright::workbench::Report", "the first %1 of %2 rows")
            .arg(MaxPrintedRows)
            .arg(table.table.rows());
    part.about.caption = part.about.caption.empty()
                             ? first.toStdString()
                             : QCoreApplication::translate("edgewright::workbench::Report", "%1, %2",
                                                           "title of a table, 'the first 40 of 128 rows'")
                                   .arg(QString::fromStdString(part.about.caption), first)
                                   .toStdString();
    return part;
}

} // namespace edgewright::workbench
