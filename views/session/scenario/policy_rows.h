// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a scenario as rows of a table: one for each model under each policy, simulated or really run.
#pragma once

#include "core/scenario/latency.h"
#include "core/scenario/answers/scenario_table.h"

#include <array>
#include <memory>
#include <vector>

namespace edgewright::views {

inline constexpr std::array ShownPercentiles{0.5, 0.95, 0.99};

// Immutable.
struct PolicyRows {
    std::shared_ptr<const std::vector<scenario::PolicyRun>> runs; // their latencies are ascending
    std::vector<std::array<scenario::QuantileEstimate, ShownPercentiles.size()>>
        percentiles; // by row of `table`
    table::Table table;

    std::size_t models() const { return runs->front().simulation.models.size(); } // of each run
};
// There is at least one run, and all are of one scenario. Sorts their latencies.
PolicyRows policyRows(std::vector<scenario::PolicyRun> runs);

// A row of `of`.
struct PolicyRow {
    std::shared_ptr<const PolicyRows> of;
    std::size_t row = 0;
    bool isReal = false; // really run; else simulated

    const scenario::PolicyRun& run() const { return (*of->runs)[row / of->models()]; }
    std::size_t model() const { return row % of->models(); }
};
// The simulated ones, and below each of them what really ran under the same policy. Null: there is none.
std::vector<PolicyRow> rowsBeside(const std::shared_ptr<const PolicyRows>& simulated,
                                  const std::shared_ptr<const PolicyRows>& real);
// With a column that says which of both a row is.
table::Table policyTable(std::vector<PolicyRow> rows);

} // namespace edgewright::views
