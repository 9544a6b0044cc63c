// SPDX-License-Identifier: GPL-3.0-or-later
// Names from files in messages and on terminals.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace edgewright {

// "'conv1'": neither the length of a hostile name nor the control characters in it get through.
inline std::string inQuotes(std::string_view name) {
    constexpr std::size_t MaxBytes = 200;
    const bool cut = name.size() > MaxBytes;
    std::string text = "'" + std::string(name.substr(0, MaxBytes)) + (cut ? "...'" : "'");
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return cut ? text + " (" + std::to_string(name.size()) + " bytes)" : text;
}

// For a terminal, which control characters would command: "\x1b[2J" for an escape sequence; but those in
// `kept`.
inline std::string escaped(std::string_view text, std::string_view kept = {}) {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F command as well.
        const bool isSecondKind =
            byte == 0xc2 && i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xe0) == 0x80;
        if (isSecondKind) ++i;
        const auto code = static_cast<unsigned char>(text[i]);
        if ((byte >= 0x20 && byte != 0x7f && !isSecondKind) || kept.find(text[i]) != std::string_view::npos)
            result += text[i];
        else if (byte == '\n' || byte == '\r' || byte == '\t')
            result += byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : "\\t";
        else
            (result += "\\x") += {Digits[code >> 4], Digits[code & 15]};
    }
    return result;
}

} // namespace edgewright
