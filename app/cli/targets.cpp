// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/targets.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace edgewright::cli {

namespace fs = std::filesystem;

namespace {

Result<void> checkWritable(const fs::path& place, const fs::path& target) {
    if (::access(place.c_str(), W_OK) == 0) return {};
    return edgewright::badInput(target.string() +
                                ": cannot be written: " + std::generic_category().message(errno));
}

} // namespace

Result<void> checkFileTarget(const fs::path& file) {
    if (file.empty()) return {};
    std::error_code failed;
    if (fs::is_directory(file, failed))
        return edgewright::badInput(file.string() + ": is a folder; expected the name of a file");
    if (fs::exists(file, failed)) return checkWritable(file, file);
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!fs::is_directory(folder, failed))
        return edgewright::badInput(file.string() + ": cannot be written: there is no folder " +
                                    folder.string());
    return checkWritable(folder, file);
}

Result<void> checkFolderTarget(const fs::path& folder) {
    if (folder.empty()) return {};
    std::error_code failed;
    fs::path there = fs::absolute(folder, failed);
    while (!fs::exists(there, failed) && there.has_relative_path())
        there = there.parent_path();
    if (!fs::is_directory(there, failed))
        return edgewright::badInput(folder.string() + ": expected a folder, or a place where one can be made");
    return checkWritable(there, folder);
}

} // namespace edgewright::cli
