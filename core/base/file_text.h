// SPDX-License-Identifier: GPL-3.0-or-later
// Files from outside as texts: regular ones only, and none larger than its reader takes.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace edgewright {

// BadInput, naming the file, for what is no regular file: a pipe would be waited for, a device never ends.
Result<void> requireRegularFile(const std::filesystem::path& file);
// BadInput, naming the file, also for one of more than `maxBytes`, which are not read then.
Result<std::string> textOfFile(const std::filesystem::path& file, std::int64_t maxBytes);

// The reason that the system gives, by errno: "No such file or directory".
std::string systemText(int error);

// BadInput, naming the file; `expectation` is a clause.
Error unreadableFile(const std::filesystem::path& file);
Error tooLargeFile(const std::filesystem::path& file, std::int64_t maxMebibytes);
Error emptyFile(const std::filesystem::path& file, const std::string& expectation);

} // namespace edgewright
