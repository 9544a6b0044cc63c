// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the user on a machine, under the library of plugins/cuda_trace.
#pragma once

#include "core/remote/shell.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::remote {

struct TracedRun {
    std::vector<std::string> command;  // its first word is looked for in the PATH of that machine
    std::string by = "auto";           // "cupti", "driver": by that alone
    std::filesystem::path folder = {}; // here, for the traces of its processes, "<process>.json" each
};

// Sends the library of the machine's architecture where it is missing there, runs the command in the user's
// home folder with nothing on its standard input, and fetches the traces. What it writes to both of its outputs
// goes to `took` as it comes. Its exit status: 128 + the signal that ended it, 127 where there is no such
// program. When it is stopped, and when the link is cut or this program dies, the command is ended with all
// that it started in its process group. Nothing of a run stays there but the library. Unsupported where there
// is no library for that machine (traceLibraryFor).
Result<int> runTraced(const Shell& machine, const TracedRun& traced, const RunContext& run,
                      const std::function<void(std::string_view)>& took,
                      const std::function<void(const std::string&)>& told = {});

} // namespace edgewright::remote
