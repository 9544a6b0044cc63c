// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/format.h"

#include "core/base/catalogue.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/table/number_text.h"
#include "table_formats.def"

#include <algorithm>
#include <filesystem>

namespace edgewright::table {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_TABLE_FORMATS, formats, Format, _format)

const Format* formatOf(std::string_view file) {
    std::string suffix = std::filesystem::path(file).extension().string();
    if (suffix.empty()) return &csv_format::entry;
    for (char& c : suffix)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const auto found = std::ranges::find(formats(), suffix, &Format::suffix);
    return found == formats().end() ? nullptr : *found;
}

std::string formatProblem(std::string_view file) {
    return formatOf(file) ? std::string()
                          : say("{1}: expected a name that ends in {2}", inQuotes(file), formatList());
}

std::string formatList(std::string_view Format::*words) {
    std::string list;
    for (const Format* each : formats())
        list = each == formats().front()  ? std::string(each->*words)
               : each == formats().back() ? say("{1} or {2}", list, each->*words)
                                          : sayIn("list", "{1}, {2}", list, each->*words);
    return list;
}

std::string csvText(const Table& table) { return csv_format::entry.write(table, {}); }

std::string textOf(const Cell& cell, Unit unit) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes ? say("yes") : say("no");
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return unit == Unit::Plain || unit == Unit::Bits || unit == Unit::Steps
                   ? wholeText(*whole)
                   : numberText(static_cast<double>(*whole), unit);
    if (const auto* real = std::get_if<double>(&cell)) return numberText(*real, unit);
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* word = std::get_if<Word>(&cell)) return word->title;
    return "–";
}

} // namespace edgewright::table
