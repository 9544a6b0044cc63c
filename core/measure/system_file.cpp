// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/system_file.h"

#include <charconv>
#include <fstream>

namespace edgewright::measure {

namespace {

constexpr std::size_t MaxLine = 4096; // characters
constexpr int MaxLines = 4096;

std::string trimmed(const std::string& text) {
    constexpr std::string_view Edge(" \t\r\n\0", 5);
    const std::size_t from = text.find_first_not_of(Edge);
    return from == std::string::npos ? std::string()
                                     : text.substr(from, text.find_last_not_of(Edge) - from + 1);
}

} // namespace

std::string lineOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return trimmed(line.substr(0, MaxLine));
}

std::string fieldOf(const std::filesystem::path& file, const std::string& key) {
    std::ifstream stream(file);
    std::string line;
    for (int i = 0; i < MaxLines && std::getline(stream, line); ++i) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && trimmed(line.substr(0, colon)) == key)
            return trimmed(line.substr(colon + 1, MaxLine));
    }
    return {};
}

std::optional<std::int64_t> numberIn(const std::string& text) {
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

} // namespace edgewright::measure
