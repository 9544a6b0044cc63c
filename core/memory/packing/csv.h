// SPDX-License-Identifier: GPL-3.0-or-later
// Packing instances and plans as files: MiniMalloc's CSV (id,lower,upper,size,...).
#pragma once

#include "core/base/result.h"
#include "core/memory/packing/problem.h"

#include <filesystem>
#include <string>

namespace edgewright::memory {

// Columns in any order; `upper` is exclusive, its alias `end` inclusive; CRLF accepted. Errors name file and
// line. Optional columns: alignment, hint (ignored), offset (a fixed position, may be empty), gaps (may be
// empty). Gaps stand in one field with blanks between them: `a-b` for steps [a, b) without any byte,
// `a-b@lo:hi` for steps in which the buffer's own bytes [lo, hi) stay occupied; beside `end`, b is inclusive
// too. "name.1048576.csv" gives the problem a capacity of 1048576. Times must stay below 2^24, the file below
// 64 MiB; at most 64 columns, and 65536 gaps a buffer.
Result<Problem> readInstance(const std::filesystem::path& file);
// Commas and control characters in names become '_', as the format has no quoting; equal names get a number.
std::string toCsv(const Problem& problem, const Solution& solution);

} // namespace edgewright::memory
