// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about costs, printed and as JSON: what would help, how the rules differ from SCALE-Sim's,
// and costs beside others.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/cost_comparison.h"

namespace edgewright::cli {

Result<Json> printWhatIfs(Console& console, const cost::Workload& workload, const cost::CostReport& report);
Result<Json> printDifferences(Console& console, const cost::Workload& workload,
                              const cost::Accelerator& accelerator);
// `layers`: those of costTable() with `compared`, as JSON.
Json printComparison(Console& console, const pipeline::ComparedCosts& compared, const cost::CostReport& now,
                     const Json& layers);

} // namespace edgewright::cli
