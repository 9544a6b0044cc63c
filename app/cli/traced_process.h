// SPDX-License-Identifier: GPL-3.0-or-later
// A command of the user that is run under the library of plugins/cuda_trace, at this terminal.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::cli {

struct TracedProcess {
    std::vector<std::string> command; // its first word is looked for in PATH
    std::filesystem::path folder;     // for the traces of its processes, "<process>.json" each
    std::string by = "auto";          // "cupti", "driver": by that alone
    bool outputToErrors = false;      // its standard output goes to standard error
};

// Runs it until it ends and returns its exit status, 128 + the signal that ended it. Its input, output,
// terminal and signals are this program's; when the run is stopped it has the time of `TracedGrace` to end by
// the signal that stopped this, then SIGTERM. BadInput, naming it, where it cannot be started, or where the
// library is not there.
Result<int> runTraced(const TracedProcess& process, const RunContext& run);

} // namespace edgewright::cli
