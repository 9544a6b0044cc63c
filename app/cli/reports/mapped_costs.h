// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of accelerators beside measurements: layers whose loop nest is given, and what was published.
#pragma once

#include "app/cli/console.h"

#include <filesystem>

namespace edgewright::cli {

// The cycles of Gemmini for each line of `table` (core/cost/mapped/mapped_file.h); where lines have measured
// cycles, how well they agree. `output`: the table with the cycles; empty: none. Returns the exit status.
int mappedCosts(Console& console, const std::filesystem::path& table, const std::filesystem::path& output,
                bool force);

// Our models of accelerators beside published measurements. Returns the exit status.
int publishedCosts(Console& console);

} // namespace edgewright::cli
