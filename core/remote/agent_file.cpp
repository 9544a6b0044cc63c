// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/agent_file.h"

#include "core/remote/installed.h"

#include <cstdlib>

namespace edgewright::remote {

namespace fs = std::filesystem;

namespace {

const char* variable(const char* name) {
    const char* value = std::getenv(name);
    return value && *value ? value : nullptr;
}

} // namespace

Result<fs::path> agentHere() {
    return installedProgram("EDGEWRIGHT_AGENT", "edgewright-agent", "../lib/edgewright");
}

fs::path agentFolderHere() {
    if (const char* cache = variable("XDG_CACHE_HOME"); cache && fs::path(cache).is_absolute())
        return fs::path(cache) / "edgewright" / "agent";
    if (const char* home = variable("HOME")) return fs::path(home) / ".cache" / "edgewright" / "agent";
    return fs::temp_directory_path() / "edgewright-agent";
}

} // namespace edgewright::remote
