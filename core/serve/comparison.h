// SPDX-License-Identifier: GPL-3.0-or-later
// A run beside the simulation of the same arrivals: as tables, request by request, and as an answer.
#pragma once

#include "core/measure/statistics.h"
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/scenario.h"
#include "core/serve/serve.h"
#include "core/table/answer.h"
#include "core/table/column.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace edgewright::serve {

struct ComparedRun {
    scenario::Scenario scenario; // with the policy that it ran under
    Served real;
    scenario::Simulation simulated;
};

// Two rows for each model under each policy: what ran, and what was simulated.
table::Table comparisonTable(std::shared_ptr<const std::vector<ComparedRun>> runs);
// The batches of each of these rows: a row for each size and reason.
table::Table batchTable(std::shared_ptr<const std::vector<ComparedRun>> runs);

// Latency of the run less that of the simulation, seconds, over the requests of one model that both have done.
struct PairedDifference {
    std::size_t requests = 0;
    double median = 0, p05 = 0, p95 = 0;       // 0 of none
    std::optional<measure::Interval> interval; // of the median, 95 %
};
PairedDifference pairedDifference(const scenario::Simulation& real, const scenario::Simulation& simulated,
                                  std::size_t model);

// The run's own result first, with the simulation beside it; for several, if deadlines were met and under which
// policies. Then the time that deciding took, and if the simulation was right.
table::Answer answerOf(std::span<const ComparedRun> runs, const std::vector<scenario::Load>& loads);

} // namespace edgewright::serve
