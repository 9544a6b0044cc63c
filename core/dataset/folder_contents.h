// SPDX-License-Identifier: GPL-3.0-or-later
// The files and folders in a folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace edgewright::dataset {

inline constexpr std::size_t MaxEntries = 1'000'000; // looked at in one folder; those behind are left out

struct FolderContents {
    std::filesystem::path folder;
    std::vector<std::filesystem::path> files, folders; // sorted by name, numbers in names by their value
};

// Empty where it cannot be read.
FolderContents contentsOf(const std::filesystem::path& folder);

// Text of 1 to 9 digits and nothing else.
std::optional<std::int64_t> numberOf(std::string_view text);

// "data_batch_9" before "data_batch_10": digits are compared as numbers.
bool comesBefore(std::string_view a, std::string_view b);

} // namespace edgewright::dataset
