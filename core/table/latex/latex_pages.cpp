// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/latex/latex_pages.h"

#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/latex/latex_column.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace edgewright::table {

namespace latex_format {

namespace {

constexpr double Character = 4.2, Gap = 6;
constexpr std::size_t MinText = 20, MinWords = 32; // characters of a text that is broken, of one in words
constexpr std::size_t MinHead = 12;                // of a line of a head

// As lines of at most `room` characters, where its words are so short.
std::vector<std::string> linesOf(const std::string& title, std::size_t room) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < title.size();) {
        const std::size_t end = std::min(title.find(' ', at), title.size());
        const std::string word = title.substr(at, end - at);
        if (!lines.empty() && widthOf(lines.back()) + 1 + widthOf(word) <= room)
            lines.back() += " " + word;
        else
            lines.push_back(word);
        at = end + 1;
    }
    return lines;
}

struct PageColumn {
    Written written;
    std::vector<std::string> head; // lines
    std::size_t natural = 0;       // characters

    explicit PageColumn(Written column)
        : written(std::move(column)), head(linesOf(written.title, std::max(written.width, MinHead))),
          natural(written.width) {
        for (const std::string& each : head)
            natural = std::max(natural, widthOf(each));
    }
    std::size_t least(std::size_t text) const { return written.isNumbers ? natural : std::min(natural, text); }
};

double widthOfAll(std::span<const PageColumn> columns, std::size_t text) {
    double sum = 0;
    for (const PageColumn& each : columns)
        sum += static_cast<double>(each.least(text)) * Character + Gap;
    return sum;
}

// The first columns, texts, that tell rows from each other; one at least.
std::size_t namingColumns(const std::vector<PageColumn>& columns, double room) {
    std::size_t count = 1;
    const auto areTold = [&] {
        std::set<std::vector<std::string>> rows;
        const std::size_t all = columns.front().written.cells.size();
        for (std::size_t row = 0; row < all; ++row) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < count; ++i)
                names.push_back(columns[i].written.cells[row]);
            rows.insert(std::move(names));
        }
        return rows.size() == all;
    };
    while (count < columns.size() && !areTold() && !columns[count].written.isNumbers &&
           widthOfAll(std::span(columns).first(count + 1), MinText) <= room / 2)
        ++count;
    return count;
}

// The columns that name the rows stand in every part.
std::vector<std::vector<PageColumn>> partsOf(const std::vector<PageColumn>& columns, double room) {
    std::vector<std::vector<PageColumn>> parts;
    if (columns.empty()) return parts;
    const std::size_t naming = namingColumns(columns, room);
    const auto named = std::span(columns).first(naming);
    for (const PageColumn& each : std::span(columns).subspan(naming)) {
        if (!parts.empty()) {
            parts.back().push_back(each);
            if (widthOfAll(parts.back(), MinText) <= room) continue;
            parts.back().pop_back();
        }
        parts.emplace_back(named.begin(), named.end()).push_back(each);
    }
    if (parts.empty()) parts.emplace_back(named.begin(), named.end());
    return parts;
}

std::string headOf(const PageColumn& column) {
    std::string text;
    for (const std::string& each : column.head)
        text += (text.empty() ? "" : "\\\\") + latex(each);
    if (column.head.size() > 1)
        text = std::string("\\begin{tabular}[b]{@{}") + (column.written.isNumbers ? "c" : "l") + "@{}}" + text +
               "\\end{tabular}";
    return column.written.isNumbers ? "{" + text + "}" : text;
}

std::string partText(const std::vector<PageColumn>& columns, const std::string& name, const Room& paper) {
    const bool isUpright = paper.turned <= paper.upright || widthOfAll(columns, MinWords) <= paper.upright;
    const double room = isUpright ? paper.upright : paper.turned;
    const std::size_t least = widthOfAll(columns, MinWords) <= room ? MinWords : MinText;
    // What is left goes to texts, as far as they need it.
    const double used = widthOfAll(columns, least);
    const double wished = widthOfAll(columns, std::string::npos) - used;
    const double part = wished > 0 ? std::clamp((room - used) / wished, 0.0, 1.0) : 1;
    std::string kinds, head;
    std::vector<std::vector<std::string>> cells;
    for (const PageColumn& each : columns) {
        cells.push_back(each.written.cells);
        std::string kind = each.written.isNumbers ? each.written.kind : "l";
        const auto more = static_cast<double>(each.natural - each.least(least));
        const std::size_t given = each.least(least) + static_cast<std::size_t>(part * more);
        const bool breaks = given < each.natural;
        if (!each.written.isNumbers)
            for (std::string& text : cells.back())
                text = breaks ? brokenWords(text, std::min(given, MaxUnbroken) - 2) : latex(text);
        if (breaks)
            kind = ">{\\raggedright\\arraybackslash}p{" +
                   std::to_string(static_cast<int>(static_cast<double>(given) * Character)) + "pt}";
        kinds += (kinds.empty() ? "" : " ") + kind;
        head += (head.empty() ? "    " : " & ") + headOf(each);
    }
    head = "    \\toprule\n" + head + " \\\\\n    \\midrule\n";
    std::string rows;
    for (std::size_t row = 0; row < cells.front().size(); ++row)
        for (std::size_t column = 0; column < cells.size(); ++column)
            rows += (column == 0 ? "    " : " & ") + cells[column][row] +
                    (column + 1 == cells.size() ? " \\\\\n" : "");
    const std::string text =
        "{\\scriptsize\n\\setlength{\\tabcolsep}{3pt}\n\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{"
        "longtable}{" +
        kinds + "}\n" + (name.empty() ? "" : "    " + name + " \\\\\n") + head + "    \\endfirsthead\n" + head +
        "    \\endhead\n    \\bottomrule\n    \\endfoot\n" + rows + "\\end{longtable}\n}\n\n";
    return isUpright ? text : "\\begin{landscape}\n" + text + "\\end{landscape}\n\n";
}

std::vector<PageColumn> columnsOf(const Table& table) {
    std::vector<PageColumn> columns;
    for (const std::size_t place : documentColumns(table))
        columns.emplace_back(columnOf(table, place));
    return columns;
}

} // namespace

std::string notesText(const About& about) {
    std::string text;
    for (const std::string& each : about.notes)
        text += "\\par\\noindent{\\footnotesize " + brokenWords(each, MaxUnbroken) + "\\par}\n";
    return text;
}

bool isWide(const Table& table) { return widthOfAll(columnsOf(table), MinText) > LineWidth; }

std::string inParts(const Table& table, const About& about, const Room& room) {
    const std::vector<std::vector<PageColumn>> parts = partsOf(columnsOf(table), room.turned);
    std::string text;
    for (const std::vector<PageColumn>& each : parts) {
        const bool isFirst = &each == &parts.front();
        std::string caption = latexText(about.caption);
        if (parts.size() > 1)
            caption += std::string(caption.empty() ? "" : ": ") + "part " +
                       std::to_string(&each - parts.data() + 1) + " of " + std::to_string(parts.size());
        std::string name = caption.empty() ? "" : "\\caption{" + caption + "}";
        if (isFirst && !about.label.empty()) name += "\\label{" + labelOf(about.label) + "}";
        text += partText(each, name, room);
    }
    return text + notesText(about);
}

} // namespace latex_format

std::string latexTable(const Table& table, const About& about) {
    return latex_format::inParts(table, about, {});
}

} // namespace edgewright::table
