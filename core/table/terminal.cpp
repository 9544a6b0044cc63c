// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/terminal.h"

#include "core/base/short_labels.h"
#include "core/base/utf8.h"
#include "core/table/document.h"
#include "core/table/format.h"

#include <algorithm>
#include <array>

namespace edgewright::table {

namespace {

constexpr std::size_t MaxNameWidth = 38; // characters

double columnsOf(std::string_view text) { return static_cast<double>(widthOf(text)); }

// Those of East Asia take two columns (Unicode's East_Asian_Width, in blocks).
bool isWide(char32_t character) {
    return (character >= 0x1100 && character <= 0x115F) || (character >= 0x2E80 && character <= 0xA4CF) ||
           (character >= 0xAC00 && character <= 0xD7A3) || (character >= 0xF900 && character <= 0xFAFF) ||
           (character >= 0xFE30 && character <= 0xFE6F) || (character >= 0xFF00 && character <= 0xFF60) ||
           (character >= 0xFFE0 && character <= 0xFFE6) || (character >= 0x20000 && character <= 0x3FFFD);
}

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

} // namespace

std::string shortened(const std::string& text, std::size_t width) {
    return ShortLabels(std::array{text}).label(0, static_cast<double>(width), columnsOf);
}

std::vector<std::string> shortened(const std::vector<std::string>& texts, std::size_t width) {
    return ShortLabels(texts).labels(static_cast<double>(width), columnsOf);
}

std::size_t widthOf(std::string_view text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        width += isWide(point.value) ? 2 : 1;
        at += point.bytes;
    }
    return width;
}

TerminalLines::TerminalLines(const Table& table, std::size_t firstWidth)
    : m_heads(table.heads), m_columns(table.columnsOn(Terminal)) {
    for (const std::size_t column : m_columns) {
        std::size_t width = std::max(widthOf(titleOf(m_heads[column])), usualWidth(m_heads[column].unit));
        if (column == m_columns.front()) width = std::max(width, firstWidth);
        m_widths.push_back(width);
        if (column != m_columns.back()) shorten(table, column);
        for (std::size_t row = 0; row < table.rows(); ++row)
            m_widths.back() = std::max(m_widths.back(), widthOf(text(table, row, column)));
    }
}

void TerminalLines::shorten(const Table& table, std::size_t column) {
    if (m_heads[column].unit != Unit::Text) return;
    std::vector<std::string> texts;
    bool isAnyLong = false;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        texts.push_back(textOf(table.at(row, column), Unit::Text));
        isAnyLong = isAnyLong || widthOf(texts.back()) > roomOfNames();
    }
    if (!isAnyLong) return;
    const ShortLabels labels(texts);
    for (std::size_t row = 0; row < texts.size(); ++row)
        m_short[{column, texts[row]}] = labels.label(row, static_cast<double>(roomOfNames()), columnsOf);
}

std::size_t TerminalLines::roomOfNames() const { return std::max(MaxNameWidth, m_widths.front()); }

std::string TerminalLines::text(const Table& table, std::size_t row, std::size_t column) const {
    const Cell cell = table.at(row, column);
    std::string text = documentText(cell, m_heads[column].unit);
    if (cell.number() || column == m_columns.back()) return text;
    const auto known = m_short.find({column, text});
    return known != m_short.end() ? known->second : shortened(text, roomOfNames());
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
