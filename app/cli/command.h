// SPDX-License-Identifier: GPL-3.0-or-later
// A verb of the command line.
//
// To add one: write app/cli/commands/<verb>_command.cpp, all of it in namespace
// edgewright::cli::<verb>_command, with `extern const Command entry;` and its definition, and add
// <verb>_command to ENTRIES in app/cli/CMakeLists.txt.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "core/base/translatable.h"

#include <functional>
#include <span>

namespace edgewright::cli {

// The work of a verb, once its options are parsed. The error is printed, and decides the exit status.
using Run = std::function<Result<ExitStatus>(Console&)>;

struct Command {
    const char* name;
    const char* summary;       // TRANSLATABLE("Verb", ...)
    Run (*declare)(CLI::App&); // the options
};

std::span<const Command* const> commands();

} // namespace edgewright::cli
