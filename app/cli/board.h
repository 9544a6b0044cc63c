// SPDX-License-Identifier: GPL-3.0-or-later
// Boards that the user has added, from the command line: open ones, and networks and roofs measured there or on
// this machine by our own agent.
#pragma once

#include "app/cli/console.h"
#include "core/device/roof/roof.h"
#include "core/device/this_machine.h"
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

// On `name`, a host that was added; empty or "this machine": here. The outputs of a board are compared with
// this machine's.
Result<std::shared_ptr<const device::Record>> measuredOn(const Console& console, const std::string& name,
                                                         device::Task task);
// The roof of such a machine.
Result<std::shared_ptr<const device::Roof>> roofOn(const Console& console, const std::string& name,
                                                   const protocol::RoofOrder& order);

} // namespace edgewright::cli
