// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 text, one code point at a time; upper and lower case of the Latin, Greek, Cyrillic and Armenian
// alphabets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edgewright::ops {

// Stands for a byte that belongs to no valid UTF-8 sequence; larger than every code point.
inline constexpr char32_t InvalidCodePoint = 0x110000;

struct CodePoint {
    char32_t value = InvalidCodePoint;
    std::size_t bytes = 1;
};

// The code point that starts at `at`, which must be below text.size().
CodePoint codePointAt(std::string_view text, std::size_t at);

char32_t toLower(char32_t value);
char32_t toUpper(char32_t value);
// Bytes that are no UTF-8 stay as they are.
std::string toLower(std::string_view text);
std::string toUpper(std::string_view text);

} // namespace edgewright::ops
