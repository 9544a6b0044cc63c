// SPDX-License-Identifier: GPL-3.0-or-later
// A network measured on this machine or on a board, by our own agent.
#pragma once

#include "app/cli/console.h"
#include "core/device/this_machine.h"

#include <memory>
#include <string>

namespace edgewright::cli {

// On `name`, a host that was added; empty or "this machine": here. The outputs of a board are compared with
// this machine's.
Result<std::shared_ptr<const device::Record>> measuredOn(const Console& console, const std::string& name,
                                                         device::Task task);

} // namespace edgewright::cli
