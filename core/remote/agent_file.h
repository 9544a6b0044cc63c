// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program lies that runs networks for a machine.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace edgewright::remote {

// For this machine: the file that EDGEWRIGHT_AGENT names, edgewright-agent beside this program, or the one that
// was installed with it. BadInput, naming the places, when there is none.
Result<std::filesystem::path> agentHere();

// Where an agent on this machine keeps its bundles: <XDG_CACHE_HOME or ~/.cache>/edgewright/agent.
std::filesystem::path agentFolderHere();

} // namespace edgewright::remote
