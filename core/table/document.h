// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in documents that people read: the columns of a terminal, whole numbers in full, others rounded as
// they are there.
#pragma once

#include "core/base/utf8.h"
#include "core/table/column.h"

#include <string>
#include <string_view>
#include <vector>

namespace edgewright::table {

struct About;

std::vector<std::size_t> documentColumns(const Table& table); // those of a page where a terminal has none
std::string titleOf(const Head& head); // "Size (B)", in the language of sentences: with a unit
                                       // that the texts of numbers do not say
std::string documentText(const Cell& cell, Unit unit);
// `about.origin`, then the program and its version.
std::vector<std::string> originLines(const About& about);

// Calls `take` with one code point after the other; U+FFFD for bytes that are no UTF-8.
template <typename Take>
void eachCodePoint(std::string_view text, Take take) {
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = codePointAt(text, at);
        take(point.value == InvalidCodePoint ? char32_t(0xFFFD) : point.value);
        at += point.bytes;
    }
}

} // namespace edgewright::table
