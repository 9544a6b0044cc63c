// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/text.h"

#include <charconv>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace edgewright::cuda_trace {

namespace {

// The bytes of the character of UTF-8 that begins here; 0: none does.
std::size_t lengthOfCharacter(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    // Overlong, half of a pair of UTF-16, beyond Unicode.
    if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0) ||
        (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90))
        return 0;
    return length;
}

} // namespace

std::string formatted(const char* format, ...) {
    char buffer[512];
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(buffer, sizeof(buffer), format, arguments);
    va_end(arguments);
    if (length < 0) return {};
    if (static_cast<std::size_t>(length) < sizeof(buffer)) return {buffer, static_cast<std::size_t>(length)};
    std::string text(static_cast<std::size_t>(length), '\0');
    va_start(arguments, format);
    std::vsnprintf(text.data(), text.size() + 1, format, arguments);
    va_end(arguments);
    return text;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        const std::size_t length = lengthOfCharacter(text);
        const char first = text.front();
        if (length == 0)
            result += "\xEF\xBF\xBD";
        else if (first == '"' || first == '\\')
            (result += '\\') += first;
        else if (static_cast<unsigned char>(first) < 0x20)
            result += formatted("\\u%04x", static_cast<unsigned>(first));
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result += '"';
}

std::string number(double value) {
    char buffer[32];
    const auto written = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::general, 6);
    return {buffer, written.ptr};
}

std::string microseconds(std::uint64_t nanoseconds) {
    return formatted("%" PRIu64 ".%03u", nanoseconds / 1000, static_cast<unsigned>(nanoseconds % 1000));
}

std::string trimmedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char buffer[4096];
    const auto length = ::read(file, buffer, sizeof(buffer));
    ::close(file);
    std::string text(buffer, length > 0 ? static_cast<std::size_t>(length) : 0);
    return text.substr(0, text.find_first_of(std::string_view("\n\0", 2)));
}

} // namespace edgewright::cuda_trace
