// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of this machine, as /proc tells them.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace edgewright::test {

// A file of a process that may end meanwhile; empty then.
inline std::string procText(pid_t process, const char* file) {
    std::ifstream stream("/proc/" + std::to_string(process) + "/" + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

// The processes whose command line, words with a NUL behind each, holds `mark`; not this one.
inline std::vector<pid_t> running(const std::string& mark) {
    std::vector<pid_t> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const auto process = static_cast<pid_t>(std::stol(name));
        if (process != ::getpid() && procText(process, "cmdline").find(mark) != std::string::npos)
            found.push_back(process);
    }
    return found;
}

// The nearest ancestor that is called `name`, if this process is an ancestor of both; 0: none.
inline pid_t ancestorCalled(const std::string& name, pid_t process) {
    pid_t found = 0;
    while (process > 1 && process != ::getpid()) {
        const std::string text = procText(process, "stat");
        const std::size_t open = text.find('('), close = text.rfind(')');
        if (close == std::string::npos) return 0;
        if (found == 0 && text.substr(open + 1, close - open - 1) == name) found = process;
        char state = 0;
        std::istringstream(text.substr(close + 1)) >> state >> process;
    }
    return process == ::getpid() ? found : 0;
}

} // namespace edgewright::test
