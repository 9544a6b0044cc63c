// SPDX-License-Identifier: GPL-3.0-or-later
// A verb of the command line.
//
// To add one: write app/cli/commands/<verb>_command.cpp, all of it in namespace
// edgewright::cli::<verb>_command, with `extern const Command entry;` and its definition, and add
// <verb>_command to ENTRIES in app/cli/CMakeLists.txt.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"

#include <functional>
#include <span>

namespace edgewright::cli {

struct Command {
    const char* name;
    const char* summary;
    // Declares the options and returns what runs once they are parsed; that returns the exit status.
    std::function<int(Console&)> (*declare)(CLI::App&);
};

std::span<const Command* const> commands();

} // namespace edgewright::cli
