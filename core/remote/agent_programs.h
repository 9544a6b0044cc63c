// SPDX-License-Identifier: GPL-3.0-or-later
// Agents that can be copied to a board: one static program for each architecture.
#pragma once

#include "core/base/result.h"
#include "core/bundle/hash.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::remote {

struct AgentProgram {
    std::string architecture; // as uname(1) says it: "aarch64"
    std::filesystem::path file;
    bundle::Digest digest{};
    std::uint64_t bytes = 0;
};

// The programs <folder>/<architecture>/edgewright-agent, by architecture.
std::vector<AgentProgram> agentPrograms(const std::filesystem::path& folder);
// Unsupported when the file is a program for another processor than its architecture says.
Result<void> checkIsFor(const AgentProgram& program);
// The folder that EDGEWRIGHT_AGENTS names, that of what was installed with this program, or, in a tree of
// sources, what
// `./dev agents` made.
std::filesystem::path agentProgramsFolder();

} // namespace edgewright::remote
