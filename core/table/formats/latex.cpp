// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX with booktabs and siunitx, for pdfLaTeX as for the engines of Unicode. A column of numbers is an S
// column with one unit, which stands in its head as text: siunitx knows no MAC and no cycle, and names the
// others differently from version to version. Whole numbers are in full, others rounded to three digits as on
// the terminal: the table stands beside sentences that have them so. What has to be computed with is CSV.
#include "core/base/quoted.h"
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/format.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::table::latex_format {

namespace {

constexpr std::size_t MaxFloatRows = 40; // more of them break over pages
constexpr std::size_t MaxLine = 40;      // characters of a text that stays on one line
constexpr std::size_t MaxUnbroken = 24;  // in one that does not

struct Spelling {
    char32_t code;
    std::string_view tex;
};
constexpr Spelling Spellings[] = {
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'_', "\\_"},
    {U'^', "\\textasciicircum{}"},
    {U'~', "\\textasciitilde{}"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'|', "\\textbar{}"},
    {U'"', "''"},
    {U'`', "\\`{}"},
    {U'[', "{[}"}, // behind \\ both are arguments
    {U'*', "{*}"},
    {U'\n', " "},
    {U'\r', " "},
    {U'\t', " "},
    {U'\u00A0', "~"},
    {U'\u202F', "\\,"},
    {U'\u2013', "--"},
    {U'\u2014', "---"},
    {U'\u2018', "`"},
    {U'\u2019', "'"},
    {U'\u201C', "``"},
    {U'\u201D', "''"},
    {U'\u2026', "\\ldots{}"},
    {U'\u203A', "$>$"},
    {U'\u00B0', "$^\\circ$"},
    {U'\u00B1', "$\\pm$"},
    {U'\u00B2', "$^2$"},
    {U'\u00B3', "$^3$"},
    {U'\u00B5', "$\\mu$"},
    {U'\u00B7', "$\\cdot$"},
    {U'\u00D7', "$\\times$"},
    {U'\u00F7', "$\\div$"},
    {U'\u0394', "$\\Delta$"},
    {U'\u03A3', "$\\Sigma$"},
    {U'\u03B1', "$\\alpha$"},
    {U'\u03B2', "$\\beta$"},
    {U'\u03B3', "$\\gamma$"},
    {U'\u03B5', "$\\varepsilon$"},
    {U'\u03BB', "$\\lambda$"},
    {U'\u03BC', "$\\mu$"},
    {U'\u03C0', "$\\pi$"},
    {U'\u03C3', "$\\sigma$"},
    {U'\u2190', "$\\leftarrow$"},
    {U'\u2192', "$\\rightarrow$"},
    {U'\u2194', "$\\leftrightarrow$"},
    {U'\u2212', "$-$"},
    {U'\u221E', "$\\infty$"},
    {U'\u2248', "$\\approx$"},
    {U'\u2260', "$\\neq$"},
    {U'\u2264', "$\\leq$"},
    {U'\u2265', "$\\geq$"},
};

// Letters of western languages, which every encoding of fonts has or makes up from accents.
bool isWesternLetter(char32_t code) {
    constexpr std::u32string_view Lacking = U"\u00D0\u00DE\u00F0\u00FE"; // Eth and thorn
    return code >= 0xC0 && code <= 0xFF && Lacking.find(code) == Lacking.npos;
}

std::string numbered(char32_t code) {
    constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string digits;
    for (; code > 0 || digits.size() < 4; code >>= 4)
        digits.insert(digits.begin(), Digits[code & 15]);
    return "{[}U+" + digits + "]";
}

// Text that may stand anywhere. What pdfLaTeX lacks is written by its number, so that different names stay
// different. With `breaks` it may go on in a new line where names have parts.
std::string latex(std::string_view text, bool breaks = false) {
    std::string result;
    char32_t last = 0;
    std::size_t together = 0;
    eachCodePoint(text, [&](char32_t code) {
        const char32_t before = std::exchange(last, code);
        together = code == U' ' ? 0 : together + 1;
        const bool ended = before == U'/' || before == U'_' || before == U'.' || before == U',';
        if (breaks && together > 1 && (ended || together > MaxUnbroken)) {
            result += "\\allowbreak{}";
            together = 1;
        } else if (before == code && (code == U'-' || code == U',' || code == U'\'')) {
            result += "{}"; // two would become another character
        }
        const auto* known = std::ranges::find(Spellings, code, &Spelling::code);
        if (known != std::end(Spellings))
            result += known->tex;
        else if ((code >= 0x20 && code < 0x7F) || isWesternLetter(code))
            appendUtf8(result, code);
        else
            result += numbered(code);
    });
    return result;
}

// Of a name that \ref takes.
std::string labelOf(std::string_view text) {
    std::string label(text);
    std::ranges::replace_if(
        label,
        [](unsigned char c) {
            const bool isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            return !isWord && std::string_view(":.-_").find(static_cast<char>(c)) == std::string_view::npos;
        },
        '-');
    return label;
}

// As siunitx reads it: "-1.23e-7".
std::string numeral(std::string text) {
    constexpr std::string_view Minus = "−";
    for (std::size_t at = text.find(Minus); at != text.npos; at = text.find(Minus))
        text.replace(at, Minus.size(), "-");
    const std::size_t e = text.find('e');
    return e == text.npos ? text : text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));
}

// The room that the numbers of a column take.
class NumberRoom {
public:
    void take(std::string_view number) {
        const std::size_t e = number.find('e');
        std::string_view front = number.substr(0, e);
        std::string_view exponent = e == number.npos ? std::string_view() : number.substr(e + 1);
        m_hasMinus = takeMinus(front) || m_hasMinus;
        m_hasMinusAbove = takeMinus(exponent) || m_hasMinusAbove;
        const std::size_t point = std::min(front.find('.'), front.size());
        m_whole = std::max(m_whole, point);
        m_decimals = std::max(m_decimals, front.size() - std::min(point + 1, front.size()));
        m_exponent = std::max(m_exponent, exponent.size());
    }
    // "-3.2e-1".
    std::string text() const {
        std::string format = (m_hasMinus ? "-" : "") + std::to_string(m_whole);
        if (m_decimals > 0) format += "." + std::to_string(m_decimals);
        if (m_exponent > 0) format += (m_hasMinusAbove ? "e-" : "e") + std::to_string(m_exponent);
        return format;
    }

private:
    static bool takeMinus(std::string_view& digits) {
        const bool isThere = digits.starts_with('-');
        if (isThere) digits.remove_prefix(1);
        return isThere;
    }

    std::size_t m_whole = 1, m_decimals = 0, m_exponent = 0; // digits
    bool m_hasMinus = false, m_hasMinusAbove = false;        // the latter in an exponent
};

struct Written {
    std::string kind; // of the column, for the preamble
    std::string head;
    std::vector<std::string> cells;
};

Written numbersOf(const Table& table, std::size_t column) {
    const Head& head = table.heads[column];
    double largest = 0;
    bool isWhole = head.unit != Unit::Share && head.unit != Unit::Change;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) continue;
        largest = std::max(largest, std::abs(*number));
        isWhole = isWhole && std::holds_alternative<std::int64_t>(cell);
    }
    const Scale scale = isWhole ? Scale{1, 1, nameOf(head.unit)} : scaleOf(head.unit, largest);
    Written written;
    NumberRoom room;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) {
            written.cells.push_back("{" + latex(documentText(cell, head.unit)) + "}");
            continue;
        }
        const auto* whole = std::get_if<std::int64_t>(&cell);
        written.cells.push_back(whole && isWhole ? std::to_string(*whole)
                                                 : numeral(scaledText(*number, head.unit, scale)));
        room.take(written.cells.back());
    }
    const bool isSaid = scale.name == nameOf(head.unit) && saysUnit(head.head, head.unit);
    std::string title(head.head);
    if (!scale.name.empty() && !isSaid) title += " (" + std::string(scale.name) + ")";
    written.head = "{" + latex(title) + "}";
    written.kind = "S[table-format=" + room.text() + "]";
    return written;
}

Written textsOf(const Table& table, std::size_t column) {
    std::vector<std::string> texts;
    std::size_t width = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        texts.push_back(documentText(table.at(row, column), Unit::Text));
        width = std::max(width, widthOf(texts.back()));
    }
    const bool breaks = width > MaxLine;
    Written written{breaks ? ">{\\raggedright\\arraybackslash}p{0.3\\linewidth}" : "l",
                    latex(table.heads[column].head),
                    {}};
    for (const std::string& text : texts)
        written.cells.push_back(latex(text, breaks));
    return written;
}

std::string write(const Table& table, const About& about) {
    std::vector<Written> columns;
    std::string kinds;
    for (const std::size_t column : documentColumns(table)) {
        columns.push_back(table.heads[column].unit == Unit::Text ? textsOf(table, column)
                                                                 : numbersOf(table, column));
        kinds += (kinds.empty() ? "" : " ") + columns.back().kind;
    }
    const auto line = [&](auto fieldOf) {
        std::string text = "    ";
        for (const Written& column : columns)
            text += (&column == columns.data() ? "" : " & ") + fieldOf(column);
        return text + " \\\\\n";
    };
    const std::string head =
        "    \\toprule\n" + line([](const Written& column) { return column.head; }) + "    \\midrule\n";
    std::string rows;
    for (std::size_t row = 0; row < table.rows(); ++row)
        rows += line([row](const Written& column) { return column.cells[row]; });
    std::string name = about.caption.empty() ? "" : "\\caption{" + latex(about.caption) + "}";
    if (!about.label.empty()) name += "\\label{" + labelOf(about.label) + "}";

    const bool isLong = table.rows() > MaxFloatRows;
    std::string text;
    for (const std::string& each : originLines(about))
        text += "% " + escaped(each) + "\n";
    text += std::string("% Needs \\usepackage{array,booktabs,siunitx") + (isLong ? ",longtable" : "") +
            "}; with a LaTeX from before 2018 \\usepackage[utf8]{inputenc}, too.\n"
            "% Whole numbers are in full, others rounded; CSV and JSON have all digits.\n";
    if (isLong)
        return text + "\\begin{longtable}{" + kinds + "}\n" + (name.empty() ? "" : "    " + name + " \\\\\n") +
               head + "    \\endfirsthead\n" + head + "    \\endhead\n    \\bottomrule\n    \\endfoot\n" +
               rows + "\\end{longtable}\n";
    return text + "\\begin{table}\n  \\centering\n" + (name.empty() ? "" : "  " + name + "\n") +
           "  \\begin{tabular}{" + kinds + "}\n" + head + rows +
           "    \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

} // namespace

extern const Format entry{
    .name = "latex", .title = "LaTeX", .suffix = ".tex", .isDocument = true, .write = write};

} // namespace edgewright::table::latex_format

namespace edgewright::table {

std::string latexText(std::string_view text) { return latex_format::latex(text); }

} // namespace edgewright::table
