// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that belong to this one.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace edgewright::remote {

// The folder of the program that runs now.
std::filesystem::path programFolder();

// The file that the environment names by `variable`, `name` beside this program, or in `installed`, a folder
// relative to its own. BadInput, naming the places, when there is none.
Result<std::filesystem::path> installedProgram(const char* variable, const std::string& name,
                                               const std::filesystem::path& installed);

} // namespace edgewright::remote
