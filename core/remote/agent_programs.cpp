// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/agent_programs.h"

#include "core/ir/mapped_file.h"
#include "core/remote/installed.h"

#include <algorithm>
#include <cstdlib>

namespace edgewright::remote {

namespace fs = std::filesystem;

std::vector<AgentProgram> agentPrograms(const fs::path& folder) {
    std::vector<AgentProgram> programs;
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored)) {
        const fs::path file = it->path() / "edgewright-agent";
        std::error_code other;
        if (!fs::is_regular_file(file, other)) continue;
        const auto mapped = ir::MappedFile::open(file);
        if (!mapped) continue;
        const std::span<const std::byte> bytes = (*mapped)->bytes();
        programs.push_back({it->path().filename().string(), file, bundle::digestOf(bytes), bytes.size()});
    }
    std::ranges::sort(programs, {}, &AgentProgram::architecture);
    return programs;
}

fs::path agentProgramsFolder() {
    if (const char* named = std::getenv("EDGEWRIGHT_AGENTS"); named && *named) return named;
    std::error_code ignored;
    const fs::path folder = programFolder();
    const fs::path installed = (folder / "../lib/edgewright/agents").lexically_normal();
    // build/agents, for a program in build/release/bin
    return fs::is_directory(installed, ignored) ? installed : (folder / "../../agents").lexically_normal();
}

} // namespace edgewright::remote
