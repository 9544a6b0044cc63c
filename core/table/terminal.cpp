// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/terminal.h"

#include "core/table/format.h"
#include "core/table/number_text.h"

#include <algorithm>

namespace edgewright::table {

namespace {

constexpr std::size_t MaxNameWidth = 38; // characters

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Of numbers that come later.
std::size_t usualWidth(Unit unit) {
    switch (unit) {
    case Unit::Text:
    case Unit::Plain:
        return 0;
    case Unit::Share:
    case Unit::Percent:
        return 6;
    default:
        return 9;
    }
}

std::string titleOf(const Head& head) {
    const bool isNamed = (textHasUnit(head.unit) && head.unit != Unit::Bytes) || saysUnit(head.head, head.unit);
    return isNamed ? std::string(head.head)
                   : std::string(head.head) + " (" + std::string(nameOf(head.unit)) + ")";
}

} // namespace

std::string shortened(const std::string& text, std::size_t width) {
    if (widthOf(text) <= width || width < 4) return text;
    std::size_t head = 0, tail = text.size();
    for (std::size_t kept = 0; kept < (width - 2) / 2; ++kept) {
        while (continuesCharacter(text[++head])) {}
        while (continuesCharacter(text[--tail])) {}
    }
    return text.substr(0, head) + ".." + text.substr(tail);
}

std::size_t widthOf(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continuesCharacter));
}

TerminalLines::TerminalLines(const Table& table, std::size_t firstWidth)
    : m_heads(table.heads), m_columns(table.columnsOn(Terminal)) {
    for (const std::size_t column : m_columns) {
        std::size_t width = std::max(widthOf(titleOf(m_heads[column])), usualWidth(m_heads[column].unit));
        if (column == m_columns.front()) width = std::max(width, firstWidth);
        m_widths.push_back(width);
        for (std::size_t row = 0; row < table.rows(); ++row)
            m_widths.back() = std::max(m_widths.back(), widthOf(text(table, row, column)));
    }
}

std::string TerminalLines::text(const Table& table, std::size_t row, std::size_t column) const {
    const Cell cell = table.at(row, column);
    const Unit unit = m_heads[column].unit;
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return wholeText(*whole);
    std::string text = textOf(cell, unit);
    return column == m_columns.back() ? text : shortened(text, std::max(MaxNameWidth, m_widths.front()));
}

std::string TerminalLines::line(const std::vector<std::string>& texts) const {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t width = widthOf(texts[i]);
        const std::string space(m_widths[i] > width ? m_widths[i] - width : 0, ' ');
        line += i == 0 ? "" : "  ";
        line += m_heads[m_columns[i]].unit == Unit::Text ? texts[i] + space : space + texts[i];
    }
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

std::string TerminalLines::head() const {
    std::vector<std::string> texts;
    for (const std::size_t column : m_columns)
        texts.push_back(titleOf(m_heads[column]));
    return line(texts);
}

std::string TerminalLines::row(const Table& table, std::size_t row) const {
    std::vector<std::string> texts;
    for (const std::size_t column : m_columns)
        texts.push_back(text(table, row, column));
    return line(texts);
}

} // namespace edgewright::table
