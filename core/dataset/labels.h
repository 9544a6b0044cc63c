// SPDX-License-Identifier: GPL-3.0-or-later
// The class of each sample, from a file.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace edgewright::dataset {

// One integer, 0 or more, for each of `count` samples: a .npy or .pb of integers, with axes of 1 besides.
// Errors name the file.
Result<std::vector<std::int64_t>> readLabels(const std::filesystem::path& file, std::size_t count);

} // namespace edgewright::dataset
