// SPDX-License-Identifier: GPL-3.0-or-later
// The program that runs networks for a machine.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace edgewright::remote {

// For this machine: the file that EDGEWRIGHT_AGENT names, edgewright-agent beside this program, or the one that
// was installed with it. BadInput, naming the places, when there is none.
Result<std::filesystem::path> agentHere();

// The folder of the bundles of an agent on this machine: <XDG_CACHE_HOME or ~/.cache>/edgewright/agent, or a
// folder of this user alone for temporary files. BadInput where that is another user's.
Result<std::filesystem::path> agentFolderHere();

} // namespace edgewright::remote
