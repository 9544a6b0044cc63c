// SPDX-License-Identifier: GPL-3.0-or-later
// Our processes and files on a board that runs on this machine: processes and files below its cache.
#pragma once

#include "core/remote/installed.h"

#include <filesystem>
#include <vector>

#include <sys/types.h>

namespace edgewright::test {

// The agent of this machine, as one that can be copied.
std::vector<remote::AgentProgram> agentOfThisMachine();
// The same with as many bytes as one that needs no libraries has: what stands behind a program is not read. In
// a file in `folder`.
std::vector<remote::AgentProgram> largeAgent(const std::filesystem::path& folder);

// Processes whose program or whose words lie below `cache`: agents, also those in an emulator.
std::vector<pid_t> processesOf(const std::filesystem::path& cache);
inline bool agentsRun(const std::filesystem::path& cache) { return !processesOf(cache).empty(); }

// All but locks.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& cache);
// Files of uploads that did not come to their end.
std::vector<std::filesystem::path> partsIn(const std::filesystem::path& cache);

} // namespace edgewright::test
