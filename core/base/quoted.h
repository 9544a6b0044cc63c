// SPDX-License-Identifier: GPL-3.0-or-later
// Names from files in messages.
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

} // namespace edgewright
