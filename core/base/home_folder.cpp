// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/home_folder.h"

#include <cstdlib>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace edgewright {

namespace {

std::filesystem::path homeOf(uid_t user) {
    std::vector<char> text(std::size_t(1) << 14);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(user, &entry, text.data(), text.size(), &found) != 0 || !found || !found->pw_dir)
        return {};
    return found->pw_dir;
}

} // namespace

std::filesystem::path userFolder(const char* variable, const std::filesystem::path& below) {
    if (const char* named = std::getenv(variable); named && std::filesystem::path(named).is_absolute())
        return named;
    const char* named = std::getenv("HOME");
    const std::filesystem::path home = named && *named ? std::filesystem::path(named) : homeOf(::geteuid());
    return home.is_absolute() ? home / below : std::filesystem::path();
}

} // namespace edgewright
