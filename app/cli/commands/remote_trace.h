// SPDX-License-Identifier: GPL-3.0-or-later
// `remote trace`: a program on a machine, traced there.
#pragma once

#include "app/cli/arguments/trace_arguments.h"
#include "app/cli/console.h"

#include <string>

namespace edgewright::cli {

struct RemoteTraceArguments : TraceArguments {
    std::string name; // a host that was added, or "this machine"

    void declare(CLI::App& verb);
};

Result<ExitStatus> remoteTrace(Console& console, const RemoteTraceArguments& arguments);

} // namespace edgewright::cli
