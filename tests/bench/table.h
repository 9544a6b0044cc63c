// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that line up on a terminal.
#pragma once

#include <string>
#include <vector>

namespace edgewright::bench {

// The first column is flush left, the others flush right. Cells are ASCII.
class Table {
public:
    explicit Table(std::vector<std::string> heads) : m_rows{std::move(heads)} {}
    // Cells that are missing at the end of a row stay empty; there may not be more than heads.
    void add(std::vector<std::string> cells);
    bool empty() const { return m_rows.size() == 1; }
    // One line per row, the heads first; no line ends in a blank.
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace edgewright::bench
