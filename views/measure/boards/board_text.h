// SPDX-License-Identifier: GPL-3.0-or-later
// A board in words.
#pragma once

#include "core/protocol/messages.h"
#include "views/session/boards.h"

#include <QString>

namespace edgewright::views {

// Some lines: processor, cores, what its kernels can do, memory, system, clock, temperature, free disk.
QString machineLines(const protocol::Welcome& welcome);
// "connected", "not connected yet", why it failed.
QString statusText(const DeviceStatus& status);

} // namespace edgewright::views
