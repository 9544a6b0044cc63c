// SPDX-License-Identifier: GPL-3.0-or-later
// One page that stands alone, with its pictures in it: nothing is asked for from elsewhere.
#include "app/workbench/report/report_format.h"
#include "core/table/document.h"
#include "core/table/document_parts.h"

#include <QRegularExpression>

namespace edgewright::workbench::html_report {

namespace {

constexpr std::string_view Style = R"(body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
nav ul { columns: 2; }
figure { margin: 1.5rem 0; }
figure svg { max-width: 100%; height: auto; background: #ffffff; border-radius: 4px; }
figcaption { color: var(--soft); }
.scrolled { overflow-x: auto; margin: 1.5rem 0; }
.answer { font-weight: 600; margin-bottom: 0.25rem; }
a { color: inherit; }
@media print { nav { display: none; } figure, tr { break-inside: avoid; } thead th { position: static; } }
)";

std::string paragraph(std::string_view text, std::string_view attributes = {}) {
    return "<p" + std::string(attributes) + ">" + table::htmlText(text) + "</p>\n";
}

std::string idOf(std::size_t section) { return "section-" + std::to_string(section + 1); }

// Without what only a document of its own has; names in it are told from those of other pictures.
std::string inlineSvg(const QByteArray& document, std::size_t number) {
    QString text = QString::fromUtf8(document);
    if (const qsizetype begin = text.indexOf(QStringLiteral("<svg")); begin > 0) text.remove(0, begin);
    static const QRegularExpression ids(QStringLiteral("(\\bid=\"|url\\(#|href=\"#)"));
    text.replace(ids, QStringLiteral("\\1f%1-").arg(number));
    return text.trimmed().toStdString();
}

std::string write(const Report& report) {
    std::string body = "<h1>" + table::htmlText(report.title) + "</h1>\n";
    for (const std::string& line : report.origin)
        body += paragraph(line);
    body += "<nav>\n<ul>\n";
    for (std::size_t i = 0; i < report.sections.size(); ++i)
        body += "<li><a href=\"#" + idOf(i) + "\">" + table::htmlText(report.sections[i].title) + "</a></li>\n";
    body += "</ul>\n</nav>\n";
    std::size_t figures = 0;
    for (std::size_t i = 0; i < report.sections.size(); ++i) {
        const ReportSection& section = report.sections[i];
        body += "<section id=\"" + idOf(i) + "\">\n<h2>" + table::htmlText(section.title) + "</h2>\n";
        for (const ReportAnswer& answer : section.answers) {
            body += paragraph(answer.headline, " class=\"answer\"");
            if (answer.reasons.empty()) continue;
            body += "<ul>\n";
            for (const std::string& reason : answer.reasons)
                body += "<li>" + table::htmlText(reason) + "</li>\n";
            body += "</ul>\n";
        }
        for (const ReportFigure& figure : section.figures)
            body += "<figure>\n" + inlineSvg(*figure.svg, ++figures) + "\n<figcaption>" +
                    table::htmlText(figure.title.toStdString()) + "</figcaption>\n</figure>\n";
        for (const views::NamedTable& each : section.tables)
            body += "<div class=\"scrolled\">\n" + table::htmlTable(each.table, each.about) + "</div>\n";
        body += "</section>\n";
    }
    body += "<section>\n<h2>" + table::htmlText(settingsHeading()) + "</h2>\n<div class=\"scrolled\">\n" +
            table::htmlTable(report.settings, {.caption = {}, .label = {}, .origin = {}}) +
            "</div>\n</section>\n";
    body += "<footer>\n";
    for (const std::string& line : table::originLines({}))
        body += paragraph(line);
    return table::htmlPage(report.title, Style, body + "</footer>\n");
}

} // namespace

extern const ReportFormat entry{.file = "report.html", .write = write};

} // namespace edgewright::workbench::html_report
