// SPDX-License-Identifier: GPL-3.0-or-later
// A file of the program's own.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace edgewright::device {

// Whole or not at all; its folder is made where it is missing.
Result<void> keepFile(const std::filesystem::path& file, std::string_view text);

} // namespace edgewright::device
