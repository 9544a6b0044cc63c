// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/document.h"

#include "core/base/say.h"
#include "core/base/version.h"
#include "core/table/format.h"
#include "core/table/number_text.h"

namespace edgewright::table {

std::vector<std::size_t> documentColumns(const Table& table) {
    std::vector<std::size_t> columns = table.columnsOn(Terminal);
    return columns.empty() ? table.columnsOn(Page) : columns;
}

std::string titleOf(const Head& head) {
    const bool isNamed = (textHasUnit(head.unit) && head.unit != Unit::Bytes) || saysUnit(head.head, head.unit);
    const std::string title = translated("Column", head.head);
    return isNamed ? title : title + " (" + std::string(nameOf(head.unit)) + ")";
}

std::string documentText(const Cell& cell, Unit unit) {
    if (const auto* word = std::get_if<Word>(&cell)) return translated("Word", word->title);
    const auto* whole = std::get_if<std::int64_t>(&cell);
    return whole ? wholeText(*whole) : textOf(cell, unit);
}

std::vector<std::string> originLines(const About& about) {
    std::vector<std::string> lines = about.origin;
    lines.emplace_back("Written by Edgewright " EDGEWRIGHT_VERSION);
    return lines;
}

} // namespace edgewright::table
