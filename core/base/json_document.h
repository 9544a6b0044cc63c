// SPDX-License-Identifier: GPL-3.0-or-later
// The one way in for JSON from outside: from a regular file, within limits, every fault named with its place.
#pragma once

#include "core/base/json_reader.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

struct JsonLimits {
    static constexpr std::size_t MaxDepth = 64;

    std::int64_t bytes = std::int64_t(1) << 20;   // of the text
    std::int64_t memory = std::int64_t(64) << 20; // of what it stands for
    bool refusesUnknownKeys = true;               // else they are returned
    bool allowsComments = false;
    // A key of the document whose value is handed on as the text that it has there, a string to the reader.
    std::string_view asText = {};
    // The line of its file that a text begins in, which every fault then names. 0: it is a whole file.
    std::size_t firstLine = 0;
};

// Hands the document to `read`. BadInput names `name`, line and place ("accelerator.clock") of the first fault:
// no JSON, nested more than 64 deep, a number that is not finite, a key that is there twice, what `read` did
// not expect, and a key that is none with the nearest one that is. OutOfMemory beyond `limits.memory`.
using JsonReading = std::function<void(const JsonValue& root)>;
Result<std::vector<UnknownKey>> readJson(std::string_view text, const std::string& name,
                                         const JsonLimits& limits, const JsonReading& read);
Result<std::vector<UnknownKey>> readJsonFile(const std::filesystem::path& file, const JsonLimits& limits,
                                             const JsonReading& read);

} // namespace edgewright
