// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text.h"

#include "core/base/digit_groups.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace edgewright::cli {

const char* severityName(Severity severity) {
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

std::string right(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

std::string left(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : text + std::string(width - text.size(), ' ');
}

std::string shortened(const std::string& text, std::size_t width) {
    if (text.size() <= width || width < 4) return text;
    const std::size_t half = (width - 2) / 2;
    return text.substr(0, half) + ".." + text.substr(text.size() - half);
}

std::string counted(std::int64_t number, const std::string& noun) {
    return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string grouped(std::int64_t number) { return inGroups(std::to_string(number)); }

std::string fixed(double number, int decimals) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, number);
    return buffer.data();
}

std::string scientific(double number) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.3g", number);
    return buffer.data();
}

std::string shortest(double number) {
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

std::string bytesText(std::int64_t bytes) {
    constexpr std::array<const char*, 5> Units{"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < Units.size(); ++unit)
        value /= 1024;
    return (unit == 0 ? std::to_string(bytes)
                      : fixed(value, value < 10    ? 2
                                     : value < 100 ? 1
                                                   : 0)) +
           " " + Units[unit];
}

std::string secondsText(double seconds) {
    constexpr std::array<const char*, 4> Units{"s", "ms", "us", "ns"};
    std::size_t unit = 0;
    // 999.5 of a unit would be written as 1000 of it.
    for (; std::abs(seconds) < 0.9995 && seconds != 0 && unit + 1 < Units.size(); ++unit)
        seconds *= 1000;
    const double size = std::abs(seconds);
    return fixed(seconds, size < 9.995 ? 2 : size < 99.95 ? 1 : 0) + " " + Units[unit];
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
