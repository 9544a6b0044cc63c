// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/kept_file.h"

#include "core/base/written_file.h"

namespace edgewright::device {

Result<void> keepFile(const std::filesystem::path& file, std::string_view text) {
    std::error_code why; // the error of writing says it
    std::filesystem::create_directories(file.parent_path(), why);
    return writeText(file, text);
}

} // namespace edgewright::device
