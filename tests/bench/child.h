// SPDX-License-Identifier: GPL-3.0-or-later
// Other programs, talked to over their standard input and output.
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace edgewright::bench {

// Its standard error is thrown away. Ended, if it still runs, by the destructor.
class Child {
public:
    static Result<Child> start(const std::vector<std::string>& command);
    Child(Child&& other) noexcept;
    Child& operator=(Child&& other) noexcept;
    ~Child();

    // False once the other side is gone.
    bool say(const std::string& line);
    // The next line, without its end; nothing when the child ended or `seconds` passed.
    std::optional<std::string> hear(double seconds);

private:
    Child() = default;
    pid_t m_process = -1;
    int m_in = -1, m_out = -1;
    std::string m_rest;
};

// For a process of which nothing else is asked: runs the command with its output thrown away and, when that
// succeeded, prints the largest memory that it had in KiB and returns 0. A process's maximum counts what it was
// before it became the command, too, so this must be called by one that is small.
int printPeakMemory(char* const* command);

} // namespace edgewright::bench
