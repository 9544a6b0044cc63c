// SPDX-License-Identifier: GPL-3.0-or-later
// Text as LaTeX, for pdfLaTeX as for the engines of Unicode. It may stand anywhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edgewright::table::latex_format {

inline constexpr std::size_t MaxUnbroken = 24; // characters of a text in more than one line that stay together

// Text that pdfLaTeX lacks is written by its number, so that different names stay different, Chinese as both:
// latexChinese() chooses. It may go on in a new line where names have parts, and at the latest after `unbroken`
// characters; 0: nowhere.
std::string latex(std::string_view text, std::size_t unbroken = 0);
// Words of more than `unbroken` characters alone may go on in a new line.
std::string brokenWords(std::string_view text, std::size_t unbroken);
std::string labelOf(std::string_view text); // a name that \ref takes

} // namespace edgewright::table::latex_format
