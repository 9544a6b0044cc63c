// SPDX-License-Identifier: GPL-3.0-or-later
// The options of a command that is traced, here or on another machine.
#pragma once

#include "app/cli/cli11_fwd.h"

#include <string>
#include <vector>

namespace edgewright::cli {

struct TraceArguments {
    std::vector<std::string> command;
    std::string output, by = "auto";
    bool force = false; // see Outputs

    CLI::Option* declare(CLI::App& verb); // that of the command
};

} // namespace edgewright::cli
