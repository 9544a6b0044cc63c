// SPDX-License-Identifier: GPL-3.0-or-later
// A board that the user has added, from the command line.
#pragma once

#include "app/cli/console.h"
#include "core/remote/board.h"
#include "core/runtimes/adapter.h"

#include <memory>
#include <string>
#include <vector>

namespace edgewright::cli {

// Connected, with its agent. OpenSSH asks what it wants to know at the terminal.
Result<std::unique_ptr<remote::Board>> openBoard(const Console& console, const std::string& name);

// The same without an agent, for other programs; "this machine" is one, too.
Result<std::unique_ptr<remote::Shell>> openShell(const Console& console, const std::string& name);

// The adapters of other runtimes; of files that are none a warning.
std::vector<runtimes::Adapter> adaptersHere(const Console& console);

} // namespace edgewright::cli
