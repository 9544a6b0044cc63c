// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/installed.h"

#include "core/base/home_folder.h"

#include <cstdlib>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::remote {

namespace fs = std::filesystem;

fs::path programFolder() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

Result<fs::path> installedProgram(const char* variable, const std::string& name, const fs::path& installed) {
    if (const char* named = std::getenv(variable); named && *named) return fs::path(named);
    const fs::path beside = programFolder() / name,
                   elsewhere = (programFolder() / installed / name).lexically_normal();
    std::error_code ignored;
    for (const fs::path& each : {beside, elsewhere})
        if (fs::is_regular_file(each, ignored)) return each;
    return badInput("there is no " + name + ": neither " + beside.string() + " nor " + elsewhere.string());
}

Result<fs::path> agentHere() {
    return installedProgram("EDGEWRIGHT_AGENT", "edgewright-agent", "../lib/edgewright");
}

Result<fs::path> agentFolderHere() {
    if (const fs::path cache = userFolder("XDG_CACHE_HOME", ".cache"); !cache.empty())
        return cache / "edgewright" / "agent";
    std::error_code failed;
    const fs::path folder =
        fs::temp_directory_path(failed) / ("edgewright-agent-" + std::to_string(::geteuid()));
    struct stat about {};
    if (!failed && ::mkdir(folder.c_str(), 0700) == 0) return folder;
    if (failed || ::lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) ||
        about.st_uid != ::geteuid() || (about.st_mode & 077) != 0)
        return badInput("there is no folder for what is measured: HOME is not set, and " + folder.string() +
                        " is not this user's alone");
    return folder;
}

} // namespace edgewright::remote
