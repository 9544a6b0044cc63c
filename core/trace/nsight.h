// SPDX-License-Identifier: GPL-3.0-or-later
// Databases that Nsight Systems exports (`nsys export --type sqlite`): kernels, copies, fills, calls of the
// runtime, ranges of NVTX, memory. Columns are found by their names, as each version has others.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <string_view>

namespace edgewright::trace {

// The first bytes of any database of SQLite.
bool beginsAsDatabase(std::string_view bytes);

// BadInput, naming file and what is expected, where it is no such export. One that is damaged is read up to
// there.
Result<Trace> readNsight(const std::filesystem::path& file, const RunContext& run = {});

} // namespace edgewright::trace
