// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a file as a whole or not at all: to a temporary beside it, then renamed.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace edgewright {

// `write` gets an open file descriptor and returns whether everything was written (errno says why not). `mode`,
// less the umask, is that of a new file. What a process left behind that was killed here is removed.
Result<void> writeWhole(const std::filesystem::path& file, const std::function<bool(int descriptor)>& write,
                        unsigned mode = 0666);
// write(2) until everything is out.
bool writeAll(int descriptor, const void* bytes, std::size_t size);

// The same for a text.
Result<void> writeText(const std::filesystem::path& file, std::string_view text, unsigned mode = 0666);
// For a file of the program's own: its folder is made where it is missing.
Result<void> keepText(const std::filesystem::path& file, std::string_view text);

} // namespace edgewright
