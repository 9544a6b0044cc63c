// SPDX-License-Identifier: GPL-3.0-or-later
// The place that the name of an output stands for, and the way of bytes to it.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <sys/stat.h>

#include <filesystem>
#include <optional>

namespace edgewright::cli {

struct OutputPlace {
    std::filesystem::path file;        // behind all symbolic links; of a device the link that leads to it
    std::optional<struct stat> before; // of what is there
    int descriptor = -1;               // >= 0: an open one of this process ("-", /dev/stdout, /dev/fd/3)

    bool isFile() const { return descriptor < 0 && (!before || S_ISREG(before->st_mode)); }
};
// Fails for folders, circles of links, and where nothing can be written.
Result<OutputPlace> outputPlace(const std::filesystem::path& asked);

// Writes all of a file to a pipe, a device or an open descriptor. Waits for a reader, until the run is stopped.
Result<void> writeStream(const OutputPlace& place, const std::filesystem::path& from, const RunContext& run);

// "FILE: cannot be written: No space left on device".
Error cannotWrite(const std::filesystem::path& file, int number);

} // namespace edgewright::cli
