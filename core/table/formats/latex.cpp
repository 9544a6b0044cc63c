// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX with booktabs and siunitx: the table stands beside sentences that have their numbers rounded, too. What
// has to be computed with is CSV.
#include "core/base/quoted.h"
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/format.h"
#include "core/table/latex/latex_column.h"
#include "core/table/latex/latex_pages.h"

#include <string>
#include <vector>

namespace edgewright::table::latex_format {

namespace {

constexpr std::size_t MaxFloatRows = 40; // more of them break over pages

std::string write(const Table& table, const About& about) {
    std::vector<Written> columns;
    std::string kinds;
    for (const std::size_t column : documentColumns(table)) {
        columns.push_back(columnOf(table, column));
        kinds += (kinds.empty() ? "" : " ") + columns.back().kind;
    }
    const auto line = [&](auto fieldOf) {
        std::string text = "    ";
        for (const Written& column : columns)
            text += (&column == columns.data() ? "" : " & ") + fieldOf(column);
        return text + " \\\\\n";
    };
    const std::string head =
        "    \\toprule\n" + line([](const Written& column) { return column.head(); }) + "    \\midrule\n";
    std::string rows;
    for (std::size_t row = 0; row < table.rows(); ++row)
        rows += line([row](const Written& column) { return column.cell(row); });
    std::string name = about.caption.empty() ? "" : "\\caption{" + latex(about.caption) + "}";
    if (!about.label.empty()) name += "\\label{" + labelOf(about.label) + "}";

    const bool isLong = table.rows() > MaxFloatRows;
    const bool isSplit = about.fitsLine && isWide(table);
    const std::string notes = notesText(about);
    std::string text;
    for (const std::string& each : originLines(about))
        text += "% " + escaped(each) + "\n";
    if (const std::string command = latexChinese(name + head + rows + notes); !command.empty())
        text += "% Chinese: pdfLaTeX shows it with \\usepackage{CJKutf8} (Debian: latex-cjk-all), else by "
                "numbers;\n"
                "% XeLaTeX and LuaLaTeX with a font that has it, as \\usepackage{ctex} sets one.\n" +
                command;
    text += std::string("% Needs \\usepackage{array,booktabs,siunitx") +
            (isLong || isSplit ? ",longtable" : "") +
            "}; with a LaTeX from before 2018 \\usepackage[utf8]{inputenc}, too.\n"
            "% Whole numbers are in full, others rounded; CSV and JSON have all digits.\n";
    if (isSplit) return text + inParts(table, about, {LineWidth, LineWidth});
    if (isLong)
        return text + "\\begin{longtable}{" + kinds + "}\n" + (name.empty() ? "" : "    " + name + " \\\\\n") +
               head + "    \\endfirsthead\n" + head + "    \\endhead\n    \\bottomrule\n    \\endfoot\n" +
               rows + "\\end{longtable}\n" + notes;
    return text + "\\begin{table}\n  \\centering\n" + (name.empty() ? "" : "  " + name + "\n") +
           "  \\begin{tabular}{" + kinds + "}\n" + head + rows + "    \\bottomrule\n  \\end{tabular}\n" +
           notes + "\\end{table}\n";
}

} // namespace

extern const Format entry{
    .name = "latex", .title = "LaTeX", .suffix = ".tex", .isDocument = true, .write = write};

} // namespace edgewright::table::latex_format
