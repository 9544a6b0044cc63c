// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of documents that hold more than one table, in the formats of core/table/formats. A text is written
// such that nothing in it marks anything.
#pragma once

#include "core/table/format.h"

#include <string>
#include <string_view>

namespace edgewright::table {

std::string latexText(std::string_view text); // long names in it may be broken
// The definition of a command that LaTeX from these functions writes Chinese with; empty: there is none in
// `text`.
std::string latexChinese(std::string_view text);
std::string markdownText(std::string_view text);
std::string htmlText(std::string_view text); // between quotes, too

// For A4 with margins of 18 mm at the most: nothing stands beyond the margin. It turns
// the page where that is not wide enough, then splits its columns. Needs array, booktabs, longtable, pdflscape
// and siunitx. Without the origin.
std::string latexTable(const Table& table, const About& about);
std::string htmlTable(const Table& table, const About& about); // the element, without the origin
// A whole page that stands alone, whose tables sort. `style`: rules beside its own; `body`: well-formed.
std::string htmlPage(std::string_view title, std::string_view style, std::string_view body);

} // namespace edgewright::table
