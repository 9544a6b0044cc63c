// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 text, one code point at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace edgewright {

// Stands for a byte that belongs to no valid UTF-8 sequence; larger than every code point.
inline constexpr char32_t InvalidCodePoint = 0x110000;

// One of Unicode, and no half of a pair.
inline constexpr bool isCodePoint(char32_t value) {
    return value < InvalidCodePoint && (value < 0xD800 || value > 0xDFFF);
}

struct CodePoint {
    char32_t value = InvalidCodePoint;
    std::size_t bytes = 1;
};

// The code point that starts at `at`, which must be below text.size().
CodePoint codePointAt(std::string_view text, std::size_t at);

void appendUtf8(std::string& text, char32_t value);

} // namespace edgewright
