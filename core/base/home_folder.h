// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of the user, as the XDG base directory specification has them.
#pragma once

#include <filesystem>

namespace edgewright {

// The value of `variable` ("XDG_CACHE_HOME") where it is an absolute path, else `below` (".cache") in the home
// folder: that of HOME, or of the system's list of users. Empty: there is none.
std::filesystem::path userFolder(const char* variable, const std::filesystem::path& below);

} // namespace edgewright
