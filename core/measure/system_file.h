// SPDX-License-Identifier: GPL-3.0-or-later
// The small text files in which Linux tells about the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace edgewright::measure {

// The first line without what surrounds it; empty when the file cannot be read. At most 4096 characters.
std::string lineOf(const std::filesystem::path& file);
// The text behind the first "key :" in a file of such lines.
std::string fieldOf(const std::filesystem::path& file, const std::string& key);
// The number that the text begins with.
std::optional<std::int64_t> numberIn(const std::string& text);

} // namespace edgewright::measure
