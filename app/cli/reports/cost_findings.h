// SPDX-License-Identifier: GPL-3.0-or-later
// Costs beside those that a verb computes: what would help, how the rules differ from SCALE-Sim's, another
// network or accelerator, layers whose loop nest is given, and what was published.
#pragma once

#include "app/cli/console.h"
#include "app/cli/table.h"
#include "core/pipeline/cost_comparison.h"

#include <filesystem>

namespace edgewright::cli {

Result<Json> printWhatIfs(Console& console, const cost::Workload& workload, const cost::CostReport& report);
Result<Json> printDifferences(Console& console, const cost::Workload& workload,
                              const cost::Accelerator& accelerator);
// `layers`: those of costTable() with `compared`, as JSON.
Json printComparison(Console& console, const pipeline::ComparedCosts& compared, const cost::CostReport& now,
                     const Json& layers);

// The cycles of Gemmini for each line of `layers` (core/cost/mapped/mapped_file.h); where lines have measured
// cycles, how well they agree.
Result<ExitStatus> mappedCosts(Console& console, const std::filesystem::path& layers, const TableOutput& output,
                               bool force);

// Our models of accelerators beside published measurements.
Result<ExitStatus> publishedCosts(Console& console);

} // namespace edgewright::cli
