// SPDX-License-Identifier: GPL-3.0-or-later
// A report of one model and its settings: documents with all that the pages of the window answer, draw and
// list.
#pragma once

#include "views/support/table/table_copy.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace edgewright::views {
class View;
}

namespace edgewright::workbench {

struct ReportFigure {
    QString title; // or the caption that a person wrote
    QString file;  // beside the report, without its suffix: "figures/net-roofline"; there as .svg and .pdf
    std::shared_ptr<const QByteArray> svg; // the document, once it is written
};

struct ReportAnswer {
    std::string headline;
    std::vector<std::string> reasons; // conditions and all that follows
};

struct ReportSection {
    std::string title;
    std::vector<ReportAnswer> answers; // as the page gives them, plain text
    std::vector<ReportFigure> figures;
    std::vector<views::NamedTable> tables;
    bool isEmpty() const { return answers.empty() && figures.empty() && tables.empty(); }
};

struct Report {
    std::string title;               // the model
    std::vector<std::string> origin; // model and settings that are not as by default, a line each
    table::Table settings;
    std::vector<ReportSection> sections; // those that say something
};

// As the page gives them, plain text.
std::vector<ReportAnswer> pageAnswers(const views::View& page);
// Without its figures.
ReportSection reportSection(const views::View& page, const QString& title);

std::string settingsHeading(); // of their table, the last one

// Nothing of a wide table is lost where a page has room for so many rows: they are in the HTML, which scrolls.
constexpr std::size_t MaxPrintedRows = 40;
// `table` with its first rows, and a caption that says so where there are more.
views::NamedTable printed(const views::NamedTable& table);

} // namespace edgewright::workbench
