// SPDX-License-Identifier: GPL-3.0-or-later
// For \addplot table of pgfplots, gnuplot and what else reads columns apart by spaces, of all columns with a
// key. A name of letters, digits and "_" stands above each column, with the unit where it does not say that:
// "intensity_MAC_per_B". Numbers are written in full, infinite ones as "inf" and "-inf"; where there is
// nothing, "nan"; yes and no as 1 and 0. A text with spaces is in braces; characters that TeX would take for
// commands are "_".
#include "core/base/say.h"
#include "core/table/document.h"
#include "core/table/format.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::table::pgfplots_format {

namespace {

constexpr std::string_view Nothing = "nan";

std::string plainName(std::string_view text) {
    std::string name;
    eachCodePoint(text, [&](char32_t code) {
        const bool isPlain =
            (code >= U'0' && code <= U'9') || (code >= U'A' && code <= U'Z') || (code >= U'a' && code <= U'z');
        if (isPlain)
            name += static_cast<char>(code);
        else if (code == U'\u00B5' || code == U'\u00B2') // micro, square
            name += code == U'\u00B5' ? 'u' : '2';
        else if (!name.empty() && name.back() != '_')
            name += code == U'/' ? "_per_" : "_";
    });
    while (name.ends_with('_'))
        name.pop_back();
    return name.empty() ? "column" : name;
}

// Names of all columns, none twice.
std::vector<std::string> columnNames(const Table& table, const std::vector<std::size_t>& columns) {
    std::vector<std::string> names;
    for (const std::size_t column : columns) {
        const Head& head = table.heads[column];
        const std::string unit = saysUnit(head.key, head.unit) ? "" : " " + std::string(nameOf(head.unit));
        const std::string name = plainName(std::string(head.key) + unit);
        std::string own = name;
        for (int times = 2; std::ranges::find(names, own) != names.end(); ++times)
            own = name + "_" + std::to_string(times);
        names.push_back(std::move(own));
    }
    return names;
}

std::string word(std::string_view text) {
    constexpr std::string_view Commands = "\\{}%#$&^~\"";
    std::string result;
    eachCodePoint(text, [&](char32_t code) {
        if (code <= 0x20 || (code >= 0x7F && code < 0xA0))
            result += ' ';
        else if (code < 0x7F && Commands.find(static_cast<char>(code)) != Commands.npos)
            result += '_';
        else
            appendUtf8(result, code);
    });
    const bool isOne = !result.empty() && result.find(' ') == std::string::npos;
    return isOne ? result : "{" + result + "}";
}

std::string fieldOf(const Cell& cell, const Head& head) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes ? "1" : "0";
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&cell)) return shortestText(*real);
    if (const auto* known = std::get_if<Word>(&cell)) return word(known->name);
    if (const auto* text = std::get_if<std::string>(&cell)) return word(*text);
    return head.on & ZeroInFiles ? "0" : std::string(Nothing);
}

std::string write(const Table& table, const About&) {
    const InEnglish english; // for programs
    const std::vector<std::size_t> columns = table.columnsOn(File);
    std::string text;
    for (const std::string& name : columnNames(table, columns))
        text += (text.empty() ? "" : " ") + name;
    text += '\n';
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (const std::size_t column : columns)
            text +=
                (column == columns.front() ? "" : " ") + fieldOf(table.at(row, column), table.heads[column]);
        text += '\n';
    }
    return text;
}

} // namespace

extern const Format entry{
    .name = "pgfplots", .title = "pgfplots", .suffix = ".dat", .isDocument = false, .write = write};

} // namespace edgewright::table::pgfplots_format
