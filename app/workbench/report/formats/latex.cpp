// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX that compiles as it is, and from which parts can be taken; the pictures are files beside it.
#include "app/workbench/report/report_format.h"
#include "core/table/document_parts.h"

namespace edgewright::workbench::latex_report {

namespace {

constexpr std::string_view Opening =
    R"(% latexmk -pdf report.tex, or pdflatex three times: contents and columns of tables are known after the first.
\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
% Letters as outlines that are copied as they are read, ff and fi too; compiles without either.
\IfFileExists{cmap.sty}{\usepackage{cmap}}{}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[margin=18mm]{geometry}
\usepackage{array,booktabs,flafter,graphicx,longtable,pdflscape,siunitx}
\usepackage[hidelinks]{hyperref}
\setlength{\tabcolsep}{3pt}
\sloppy
)";

// Before the document.
constexpr std::string_view ForChinese =
    R"(% Chinese is shown with CJKutf8 and its font gbsn (Debian: latex-cjk-all), without them by numbers.
\IfFileExists{c70gbsn.fd}{\usepackage{CJKutf8}}{}
)";

std::string write(const Report& report) {
    std::string text =
        "\\begin{document}\n\\title{" + table::latexText(report.title) + "}\n\\date{}\n\\maketitle\n\n";
    for (const std::string& line : report.origin)
        text += "\\noindent " + table::latexText(line) + "\\par\n";
    text += "\n\\tableofcontents\n\n";
    for (const ReportSection& section : report.sections) {
        text += "\\clearpage\n\\section{" + table::latexText(section.title) + "}\n\n";
        for (const ReportAnswer& answer : section.answers) {
            text += "\\paragraph{}\\textbf{" + table::latexText(answer.headline) + "}\n\n";
            if (answer.reasons.empty()) continue;
            text += "\\begin{itemize}\n";
            for (const std::string& reason : answer.reasons)
                text += "  \\item " + table::latexText(reason) + "\n";
            text += "\\end{itemize}\n\n";
        }
        for (const ReportFigure& figure : section.figures)
            text += "\\begin{figure}[htbp]\n  \\centering\n"
                    "  \\includegraphics[width=\\linewidth,height=0.92\\textheight,keepaspectratio]{" +
                    figure.file.toStdString() + ".pdf}\n  \\caption{" +
                    table::latexText(figure.title.toStdString()) + "}\n\\end{figure}\n\n";
        for (const views::NamedTable& each : section.tables) {
            const views::NamedTable part = printed(each);
            text += table::latexTable(part.table, part.about);
        }
    }
    text += "\\clearpage\n\\section{" + table::latexText(settingsHeading()) + "}\n\n" +
            table::latexTable(report.settings, {});
    const std::string command = table::latexChinese(text);
    return std::string(Opening) + (command.empty() ? "" : std::string(ForChinese) + command) + text +
           "\\end{document}\n";
}

} // namespace

extern const ReportFormat entry{.file = "report.tex", .write = write};

} // namespace edgewright::workbench::latex_report
