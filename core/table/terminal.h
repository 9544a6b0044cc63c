// SPDX-License-Identifier: GPL-3.0-or-later
// A table as lines of a terminal, in columns as wide as what stands in them. Integers are written in full.
#pragma once

#include "core/table/column.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::table {

// In columns: characters of East Asia take two, all others one.
std::size_t widthOf(std::string_view text);
// A name that stands alone, in `width` characters: "…/conv.1/Conv".
std::string shortened(const std::string& text, std::size_t width);
// Names that stand together: different ones never read the same.
std::vector<std::string> shortened(const std::vector<std::string>& texts, std::size_t width);

class TerminalLines {
public:
    // Columns are as wide as heads and rows of `table` ask for, the first one at least `firstWidth`: rows of
    // another table with these columns may come later.
    explicit TerminalLines(const Table& table, std::size_t firstWidth = 0);
    std::string head() const;
    std::string row(const Table& table, std::size_t row) const;

private:
    void shorten(const Table& table, std::size_t column); // its texts together
    std::size_t roomOfNames() const;
    std::string line(const std::vector<std::string>& texts) const;
    std::string text(const Table& table, std::size_t row, std::size_t column) const;

    std::vector<Head> m_heads;
    std::vector<std::size_t> m_columns;                                 // of the table, those on a terminal
    std::vector<std::size_t> m_widths;                                  // by place in m_columns
    std::map<std::pair<std::size_t, std::string>, std::string> m_short; // by column and text
};

} // namespace edgewright::table
