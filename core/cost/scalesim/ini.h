// SPDX-License-Identifier: GPL-3.0-or-later
// Files of keys and values in sections, as Python's configparser reads them: "key = value" or "key: value",
// keys in any case, lines that are indented further than their key go on with its value, and '#' or ';' begin a
// line that is a comment.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost {

struct IniEntry {
    std::string key;       // as written
    std::string value;     // trimmed; lines joined by '\n'
    std::int64_t line = 0; // from 1
};

struct IniSection {
    std::string name;
    std::int64_t line = 0;
    std::vector<IniEntry> entries;

    const IniEntry* find(std::string_view key) const; // null: not there
};

struct IniFile {
    std::vector<IniSection> sections;

    const IniSection* find(std::string_view name) const; // null: not there
};

// True if two keys are the same but for the case of their letters.
bool isSameKey(std::string_view a, std::string_view b);

// Errors name file and line: what is no key, no section or no comment, what stands twice, a key before the
// first section, files of more than 1 MiB.
Result<IniFile> readIni(const std::filesystem::path& file);

} // namespace edgewright::cost
