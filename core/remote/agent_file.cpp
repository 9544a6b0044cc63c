// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/agent_file.h"

#include <cstdlib>
#include <vector>

namespace edgewright::remote {

namespace fs = std::filesystem;

namespace {

constexpr const char* Name = "edgewright-agent";

const char* variable(const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

} // namespace

Result<fs::path> agentHere() {
    if (const char* named = variable("EDGEWRIGHT_AGENT")) return fs::path(named);
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const std::vector<fs::path> places{folder / Name, folder / "../lib/edgewright" / Name};
    for (const fs::path& each : places)
        if (fs::is_regular_file(each, ignored)) return each;
    return badInput("there is no agent to measure with: neither " + places[0].string() + " nor " +
                    places[1].lexically_normal().string());
}

fs::path agentFolderHere() {
    if (const char* cache = variable("XDG_CACHE_HOME"); cache && fs::path(cache).is_absolute())
        return fs::path(cache) / "edgewright" / "agent";
    if (const char* home = variable("HOME")) return fs::path(home) / ".cache" / "edgewright" / "agent";
    return fs::temp_directory_path() / "edgewright-agent";
}

} // namespace edgewright::remote
