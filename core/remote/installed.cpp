// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/installed.h"

#include <cstdlib>

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

} // namespace edgewright::remote
