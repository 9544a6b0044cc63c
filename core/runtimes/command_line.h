// SPDX-License-Identifier: GPL-3.0-or-later
// The words that start a runtime. None of them is ever read by a shell.
#pragma once

#include "core/runtimes/adapter.h"

namespace edgewright::runtimes {

struct Request {
    std::string model;                              // its path where the runtime runs
    std::string script;                             // likewise; empty: the adapter has none
    std::map<std::string, std::string> values = {}; // that were asked for: "threads", "runs", ...
};

// Behind `program`, a command line that was found. BadInput for values that the adapter does not have.
Result<std::vector<std::string>> commandLine(const Adapter& adapter, const std::vector<std::string>& program,
                                             const Request& request);
// That asks for the version; empty: it cannot be asked.
Result<std::vector<std::string>> versionLine(const Adapter& adapter, const std::vector<std::string>& program,
                                             const std::string& script);
// The version in what that wrote; empty: it does not say.
std::string versionIn(const Adapter& adapter, const std::string& output);

} // namespace edgewright::runtimes
