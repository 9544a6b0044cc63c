// SPDX-License-Identifier: GPL-3.0-or-later
// `remote run`: a model on a machine, with our own agent or in another runtime.
#pragma once

#include "app/cli/arguments/execution.h"
#include "app/cli/table.h"

#include <optional>

namespace edgewright::cli {

struct RemoteRunArguments {
    std::string name; // a host that was added, or "this machine"
    ExecutionArguments execution;
    std::string runtime;             // empty: our own agent
    std::string program;             // there; empty: is looked for
    std::vector<std::string> values; // "shape=[1,3]"
    std::optional<int> threads, runs;
    std::optional<double> seconds;
    double limit = 600; // seconds
    std::string calibration, output;
    TableWords words;   // of the output
    bool force = false; // see Outputs

    void declare(CLI::App& verb);
};

Result<ExitStatus> remoteRun(Console& console, RemoteRunArguments arguments);
// `remote runtimes`: which there are, with their versions.
Result<ExitStatus> remoteRuntimes(Console& console, const std::string& name);

} // namespace edgewright::cli
