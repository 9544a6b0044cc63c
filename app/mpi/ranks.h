// SPDX-License-Identifier: GPL-3.0-or-later
// The work of the ranks: rank 0 takes visitors at a socket and relays their bytes; each other rank runs an
// agent for the visitor that asks for it.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace edgewright::mpi {

// Until it is ended. BadInput where the socket cannot be made, or another program listens there.
Result<void> relayVisitors(const std::filesystem::path& socket);
// Until it is ended.
Result<void> runAgents();

} // namespace edgewright::mpi
