// SPDX-License-Identifier: GPL-3.0-or-later
// Fingerprints: they tell changed bytes, not forged ones.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace edgewright {

// "fnv1a64:<16 hex digits>"
std::string fingerprintOf(std::string_view bytes);
// The same of the bytes of a file; empty where it is no regular file, or cannot be read.
std::string fingerprintOfFile(const std::filesystem::path& file);

} // namespace edgewright
