// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that belong to this one, the agent among them.
#pragma once

#include "core/base/result.h"
#include "core/bundle/hash.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::remote {

// The folder of the program that runs now.
std::filesystem::path programFolder();

// The file that the environment names by `variable`, `name` beside this program, or in `installed`, a folder
// relative to its own. BadInput, naming the places, when there is none.
Result<std::filesystem::path> installedProgram(const char* variable, const std::string& name,
                                               const std::filesystem::path& installed);

// The agent of this machine: the file that EDGEWRIGHT_AGENT names, edgewright-agent beside this program, or the
// one that was installed with it. BadInput, naming the places, when there is none.
Result<std::filesystem::path> agentHere();

// The folder of the bundles of an agent on this machine: <XDG_CACHE_HOME or ~/.cache>/edgewright/agent, or a
// folder of this user alone for temporary files. BadInput where that is another user's.
Result<std::filesystem::path> agentFolderHere();

// Agents that can be copied to a board: one static program for each architecture.
struct AgentProgram {
    std::string architecture; // as uname(1) says it: "aarch64"
    std::filesystem::path file;
    bundle::Digest digest{};
    std::uint64_t bytes = 0;
};

// The programs <folder>/<architecture>/edgewright-agent, by architecture.
std::vector<AgentProgram> agentPrograms(const std::filesystem::path& folder);
// The programs in agentProgramsFolder(), and the agent of this machine for its own architecture where there is
// none: it serves boards whose C library is as new. With EDGEWRIGHT_AGENTS in the environment that folder is
// all.
std::vector<AgentProgram> agentProgramsKnown();
// Unsupported when the file is a program for another processor than its architecture says.
Result<void> checkIsFor(const AgentProgram& program);
// The folder that EDGEWRIGHT_AGENTS names, that of what was installed with this program, or, in a tree of
// sources, what
// `./dev agents` made.
std::filesystem::path agentProgramsFolder();

} // namespace edgewright::remote
