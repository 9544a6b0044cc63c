// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX with booktabs and siunitx, for pdfLaTeX as for the engines of Unicode. A column of numbers is an S
// column with one unit, which stands in its head as text: siunitx knows no MAC and no cycle, and names the
// others differently from version to version. Whole numbers are in full, others rounded to three digits as on
// the terminal: the table stands beside sentences that have them so. What has to be computed with is CSV.
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/table/document.h"
#include "core/table/document_parts.h"
#include "core/table/format.h"
#include "core/table/number_text.h"
#include "core/table/terminal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

#include <iconv.h>

namespace edgewright::table::latex_format {

namespace {

constexpr std::string_view ChineseCommand = "\\cjktext"; // {by numbers}{as it is}

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

// One that pdfLaTeX has in its Chinese font gbsn: those of GB 2312 beyond what fonts of western languages have.
bool isChinese(char32_t code) {
    struct Converter {
        iconv_t handle = iconv_open("GB2312", "UTF-8");
        bool isThere() const { return handle != reinterpret_cast<iconv_t>(std::intptr_t{-1}); }
        ~Converter() {
            if (isThere()) iconv_close(handle);
        }
    };
    constexpr char32_t First = 0x2E80; // radicals of ideographs
    thread_local const Converter converter;
    if (code < First || !converter.isThere()) return false;
    std::string from;
    appendUtf8(from, code);
    std::array<char, 8> to{};
    char *in = from.data(), *out = to.data();
    std::size_t left = from.size(), room = to.size();
    iconv(converter.handle, nullptr, nullptr, nullptr, nullptr);
    return iconv(converter.handle, &in, &left, &out, &room) == 0;
}

// Text that may stand anywhere. What pdfLaTeX lacks is written by its number, so that different names stay
// different, Chinese as both: latexChinese() chooses. It may go on in a new line where names have parts, and at
// the latest after `unbroken` characters; 0: nowhere.
std::string latex(std::string_view text, std::size_t unbroken = 0) {
    std::string result, chinese, numbers;
    char32_t last = 0;
    std::size_t together = 0;
    const auto endChinese = [&] {
        if (!chinese.empty()) result += std::string(ChineseCommand) + "{" + numbers + "}{" + chinese + "}";
        chinese.clear();
        numbers.clear();
    };
    eachCodePoint(text, [&](char32_t code) {
        if (isChinese(code)) {
            numbers += (numbers.empty() || unbroken == 0 ? "" : "\\allowbreak{}") + numbered(code);
            appendUtf8(chinese, code);
            last = code;
            together = 0;
            return;
        }
        endChinese();
        const char32_t before = std::exchange(last, code);
        together = code == U' ' ? 0 : together + 1;
        const bool ended = before == U'/' || before == U'_' || before == U'.' || before == U',';
        if (unbroken > 0 && together > 1 && (ended || together > unbroken)) {
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
    endChinese();
    return result;
}

// Words of more than `unbroken` characters alone may go on in a new line.
std::string brokenWords(std::string_view text, std::size_t unbroken) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size() - 1) + 1;
        const std::string_view word = text.substr(at, end - at); // with its space
        result += latex(word, widthOf(word) > unbroken ? unbroken : 0);
        at = end;
    }
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
    std::size_t width() const { // characters
        constexpr std::size_t TimesTen = 4;
        return m_whole + (m_hasMinus ? 2 : 0) + (m_decimals > 0 ? m_decimals + 1 : 0) +
               (m_exponent > 0 ? m_exponent + TimesTen : 0);
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
    std::string title;
    std::vector<std::string> cells = {}; // numbers as LaTeX, texts as they are
    std::size_t width = 0;               // of the widest cell, characters
    bool isNumbers = false;
    std::string head() const { return isNumbers ? "{" + latex(title) + "}" : latex(title); }
    bool breaks() const { return !isNumbers && width > MaxLine; }
    std::string cell(std::size_t row) const {
        return isNumbers ? cells[row] : latex(cells[row], breaks() ? MaxUnbroken : 0);
    }
};

// Magnitude in the columns of its unit that are read together with this one.
double largestBeside(const Table& table, std::size_t column) {
    const auto groupOf = [](const Head& head) { return head.besideKey.empty() ? head.key : head.besideKey; };
    const Head& own = table.heads[column];
    double largest = 0;
    for (std::size_t each = 0; each < table.heads.size(); ++each) {
        const Head& head = table.heads[each];
        const bool isBeside = !groupOf(own).empty() && groupOf(head) == groupOf(own) && head.unit == own.unit;
        for (std::size_t row = 0; (each == column || isBeside) && row < table.rows(); ++row)
            if (const auto number = table.at(row, each).number(); number && std::isfinite(*number))
                largest = std::max(largest, std::abs(*number));
    }
    return largest;
}

Written numbersOf(const Table& table, std::size_t column) {
    const Head& head = table.heads[column];
    const double largest = largestBeside(table, column);
    bool isWhole = head.unit != Unit::Share && head.unit != Unit::Change;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) continue;
        isWhole = isWhole && std::holds_alternative<std::int64_t>(cell);
    }
    const Scale scale = isWhole ? Scale{1, 1, nameOf(head.unit)} : scaleOf(head.unit, largest);
    Written written;
    NumberRoom room;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const Cell cell = table.at(row, column);
        const auto number = cell.number();
        if (!number || !std::isfinite(*number)) {
            const std::string said = documentText(cell, head.unit);
            written.cells.push_back("{" + latex(said) + "}");
            written.width = std::max(written.width, widthOf(said));
            continue;
        }
        const auto* whole = std::get_if<std::int64_t>(&cell);
        written.cells.push_back(whole && isWhole ? std::to_string(*whole)
                                                 : numeral(scaledText(*number, head.unit, scale)));
        room.take(written.cells.back());
    }
    const bool isSaid = scale.name == nameOf(head.unit) && saysUnit(head.head, head.unit);
    std::string title = translated("Column", head.head);
    if (!scale.name.empty() && !isSaid) title += " (" + std::string(scale.name) + ")";
    written.title = std::move(title);
    written.isNumbers = true;
    written.width = std::max(written.width, room.width());
    written.kind = "S[table-format=" + room.text() + "]";
    return written;
}

Written textsOf(const Table& table, std::size_t column) {
    Written written{.kind = "l", .title = translated("Column", table.heads[column].head)};
    for (std::size_t row = 0; row < table.rows(); ++row) {
        written.cells.push_back(documentText(table.at(row, column), Unit::Text));
        written.width = std::max(written.width, widthOf(written.cells.back()));
    }
    if (written.breaks()) written.kind = ">{\\raggedright\\arraybackslash}p{0.3\\linewidth}";
    return written;
}

Written columnOf(const Table& table, std::size_t column) {
    return table.heads[column].unit == Unit::Text ? textsOf(table, column) : numbersOf(table, column);
}

std::string notesText(const About& about) {
    std::string text;
    for (const std::string& each : about.notes)
        text += "\\par\\noindent{\\footnotesize " + brokenWords(each, MaxUnbroken) + "\\par}\n";
    return text;
}

// Tables as wide as their page at the most, which break over pages. Widths are those of scriptsize, in points.
namespace page {

constexpr double Character = 4.2, Gap = 6, Upright = 488, Landscape = 735;
constexpr double Line = 345;                       // of \documentclass{article}
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

struct Room {
    double upright = Upright, turned = Landscape; // the same: pages are not turned
};

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

bool isWide(const Table& table) { return widthOfAll(columnsOf(table), MinText) > Line; }

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

} // namespace page

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
    const bool isSplit = about.fitsLine && page::isWide(table);
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
    if (isSplit) return text + page::inParts(table, about, {page::Line, page::Line});
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

namespace edgewright::table {

std::string latexText(std::string_view text) {
    return latex_format::brokenWords(text, latex_format::MaxUnbroken);
}

std::string latexChinese(std::string_view text) {
    if (text.find(latex_format::ChineseCommand) == text.npos) return {};
    return "\\ifdefined\\cjktext\\else\\DeclareRobustCommand{\\cjktext}[2]{\\ifdefined\\Umathcode#2\\else\n"
           "  \\ifcsname ver@CJKutf8.sty\\endcsname\\begin{CJK}{UTF8}{gbsn}#2\\end{CJK}\\else#1\\fi\\fi}\\fi\n";
}

std::string latexTable(const Table& table, const About& about) {
    return latex_format::page::inParts(table, about, {});
}

} // namespace edgewright::table
