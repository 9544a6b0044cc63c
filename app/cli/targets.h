// SPDX-License-Identifier: GPL-3.0-or-later
// Whether results will find their place, asked before the work that makes them.
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace edgewright::cli {

// Both take an empty path for none.
Result<void> checkFileTarget(const std::filesystem::path& file);
Result<void> checkFolderTarget(const std::filesystem::path& folder); // may be there, or be made

} // namespace edgewright::cli
