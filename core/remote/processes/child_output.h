// SPDX-License-Identifier: GPL-3.0-or-later
// The standard output of a program, read with patience and a stop.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/remote/processes/child.h"

#include <chrono>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

namespace edgewright::remote {

// The bytes that come within that time, a few KiB at most, go to `took`; false once the other end has
// closed.
bool readSome(int descriptor, std::chrono::milliseconds patience,
              const std::function<void(std::string_view)>& took);

struct ChildOutput {
    int status = 0;
    std::string text, errors; // `text`: at most 1 MiB, what is more is dropped
};
// Everything until it ends, with its standard input closed. `name`: whose it is, for what went wrong. `told`:
// gets the standard output as it comes.
Result<ChildOutput> outputOf(Child child, const std::string& name, const RunContext& run,
                             std::chrono::milliseconds patience,
                             const std::function<void(std::string_view)>& told = {});

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
