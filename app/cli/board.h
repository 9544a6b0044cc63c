// SPDX-License-Identifier: GPL-3.0-or-later
// Boards that the user has added, from the command line: open ones, and networks and roofs measured there or on
// this machine by our own agent.
#pragma once

#include "app/cli/console.h"
#include "core/device/gpu/gpu_run.h"
#include "core/device/roof/roof.h"
#include "core/device/this_machine.h"
#include "core/gpu/bench/programs.h"
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

// True for the GPU of this machine: its name, unless a host has that.
bool isThisGpu(const std::string& name);

// On `name`, a host that was added; empty or "this machine": here; "gpu": the GPU of this machine. The outputs
// of a board and of a GPU are compared with this machine's.
Result<std::shared_ptr<const device::Record>> measuredOn(const Console& console, const std::string& name,
                                                         device::Task task);
// On the GPU of this machine, opened by device::openThisGpu().
Result<std::shared_ptr<const device::Record>> measuredOnGpu(const Console& console, gpu::Programs& programs,
                                                            const device::Task& task,
                                                            const device::TunedOnGpu& tuned = {});
// The roof of such a machine.
Result<std::shared_ptr<const device::Roof>> roofOn(const Console& console, const std::string& name,
                                                   const protocol::RoofOrder& order);

} // namespace edgewright::cli
