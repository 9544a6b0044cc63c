// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text.h"

#include <array>
#include <cstdio>

namespace edgewright::cli {

std::string right(const std::string& text, std::size_t width) {
    const std::size_t own = table::widthOf(text);
    return own >= width ? text : std::string(width - own, ' ') + text;
}

std::string left(const std::string& text, std::size_t width) {
    const std::size_t own = table::widthOf(text);
    return own >= width ? text : text + std::string(width - own, ' ');
}

std::string macsText(std::int64_t macs, const ops::Uncounted& uncounted) {
    if (uncounted.empty()) return grouped(macs);
    return say("at least {1}; {2} not counted", grouped(macs), ops::uncountedText(uncounted));
}

std::string scientific(double number) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", number);
    return buffer.data();
}

std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.emplace_back(text.substr(at, end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

} // namespace edgewright::cli
