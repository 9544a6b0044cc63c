// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated (RFC 4180), of all columns with a key. Units in brackets, "intensity [MAC/B]", where keys do
// not say them. Numbers are written in full, infinite ones as "inf" and "-inf"; where there is nothing, so does
// the file.
#include "core/base/csv_field.h"
#include "core/base/say.h"
#include "core/table/format.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::table::csv_format {

namespace {

std::string headOf(const Head& head) {
    std::string key(head.key);
    if (!(head.on & Literal)) std::ranges::replace(key, '.', '_');
    return saysUnit(key, head.unit) ? key : key + " [" + std::string(nameOf(head.unit)) + "]";
}

std::string fieldOf(const Cell& cell, const Head& head) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
    if (const auto* word = std::get_if<Word>(&cell)) return csvField(std::string(word->name));
    if (const auto* text = std::get_if<std::string>(&cell)) return csvField(*text);
    const auto* real = std::get_if<double>(&cell);
    if (!real) return head.on & ZeroInFiles ? "0" : "";
    return shortestText(*real);
}

std::string write(const Table& table, const About&) {
    const InEnglish english; // for programs
    const std::vector<std::size_t> columns = table.columnsOn(File);
    std::string text;
    const auto line = [&](auto field) {
        for (const std::size_t column : columns)
            text += (column == columns.front() ? "" : ",") + field(column);
        text += '\n';
    };
    line([&](std::size_t column) { return csvField(headOf(table.heads[column])); });
    for (std::size_t row = 0; row < table.rows(); ++row)
        line([&](std::size_t column) { return fieldOf(table.at(row, column), table.heads[column]); });
    return text;
}

} // namespace

extern const Format entry{.name = "csv", .title = "CSV", .suffix = ".csv", .isDocument = false, .write = write};

} // namespace edgewright::table::csv_format
