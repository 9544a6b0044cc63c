// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of programs that used a GPU: what they show, in sentences and as JSON, and the files that are kept.
#pragma once

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/outputs.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace edgewright::cli {

// Tells what a trace shows, by `tell`; its JSON.
Result<Json> traceAnswer(const Console& console, const std::filesystem::path& file, const RunContext& run,
                         const std::function<void(const std::string&)>& tell);

// A command that ended, with a trace of each of its processes that used CUDA in `folder`.
struct TracedCommand {
    std::vector<std::string> command;
    int status = 0;
    std::filesystem::path folder;
    std::string output; // file for the largest trace, others beside it; empty: none is kept
};
// Tells of it where its errors go: its own output may be read by another program. Its exit status.
Result<ExitStatus> reportTraced(const Console& console, Outputs& outputs, const TracedCommand& traced);

} // namespace edgewright::cli
