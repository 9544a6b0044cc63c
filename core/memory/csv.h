// SPDX-License-Identifier: GPL-3.0-or-later
// Packing instances and plans as files: MiniMalloc's CSV (id,lower,upper,size,...), JSON, a C header.
#pragma once

#include "core/base/result.h"
#include "core/memory/problem.h"

#include <filesystem>
#include <string>

namespace edgewright::memory {

// Columns in any order; `upper` is exclusive, its alias `end` inclusive; CRLF accepted. Errors name file and
// line. Optional columns: alignment, hint (ignored), offset (a fixed position, may be empty), gaps (must be
// empty). "name.1048576.csv" gives the problem a capacity of 1048576. Times must stay below 2^24, the file
// below 64 MiB.
Result<Problem> readInstance(const std::filesystem::path& file);
// Commas and control characters in names become '_': the format has no quoting.
std::string toCsv(const Problem& problem, const Solution& solution);
// Offsets, sizes and the arena size as macros for C and C++; names are made valid and unique.
std::string toCHeader(const Problem& problem, const Solution& solution, const std::string& modelName);

} // namespace edgewright::memory
