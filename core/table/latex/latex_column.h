// SPDX-License-Identifier: GPL-3.0-or-later
// A column of a table as LaTeX: of numbers as an S column of siunitx with one unit, which stands in its head as
// text (siunitx knows no MAC and no cycle, and names the others differently from version to version), or of
// texts. Whole numbers are in full, others rounded to three digits as on the terminal.
#pragma once

#include "core/table/column.h"
#include "core/table/latex/latex_text.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::table::latex_format {

inline constexpr std::size_t MaxLine = 40; // characters of a text that stays on one line

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

Written columnOf(const Table& table, std::size_t column);

} // namespace edgewright::table::latex_format
