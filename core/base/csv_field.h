// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace edgewright {

// A field of a line of comma-separated values, in quotes where it needs them (RFC 4180).
inline std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace edgewright
