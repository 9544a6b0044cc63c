// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/format.h"

#include "core/base/catalogue.h"
#include "core/table/number_text.h"
#include "table_formats.def"

namespace edgewright::table {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_TABLE_FORMATS, formats, Format, _format)

const Format& formatOf(std::string_view file) {
    for (const Format* each : formats())
        if (!each->suffix.empty() && file.ends_with(each->suffix)) return *each;
    return csv_format::entry;
}

std::string csvText(const Table& table) { return csv_format::entry.write(table); }

std::string textOf(const Cell& cell, Unit unit) {
    if (const auto* yes = std::get_if<bool>(&cell)) return *yes ? "yes" : "no";
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
