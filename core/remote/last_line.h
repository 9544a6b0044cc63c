// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sstream>
#include <string>

namespace edgewright::remote {

// The last line of a program's output that says something: mostly why it ended. What OpenSSH tells of known
// hosts is not meant.
inline std::string lastLineOf(const std::string& text) {
    std::istringstream lines(text);
    std::string last;
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (!line.empty() && !line.starts_with("Warning: Permanently added")) last = line;
    }
    return last;
}

} // namespace edgewright::remote
