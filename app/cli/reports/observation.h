// SPDX-License-Identifier: GPL-3.0-or-later
// Intermediate values: those to be saved, and those that are compared with statistics of another runtime.
#pragma once

#include "app/cli/arguments/execution.h"
#include "app/cli/reports/tensor_stats.h"

#include <string>
#include <vector>

namespace edgewright::cli {

struct Capture {
    std::string name;
    ValueId value;
};

struct Observation {
    std::vector<Capture> captures;
    std::vector<WantedStats> wanted;
    std::size_t missing = 0; // values of the statistics that the graph lacks

    bool any() const { return !captures.empty() || !wanted.empty(); }
};

// `stats` may be empty. Fails for a name that the graph lacks, and for statistics of another model.
Result<Observation> lookAt(const ir::Graph& graph, const std::vector<std::string>& captures,
                           const std::string& stats);

// A run without arena, in the order as given, that keeps what is looked at.
Result<exec::RunResult> observe(const Console& console, const Execution& execution, exec::RunOptions options,
                                const Observation& looked);

// Adds the statistics to `document` and prints the first that differ; whether all agree.
bool reportStats(const Console& console, const Execution& execution, const Observation& looked,
                 const exec::RunResult& seen, Json& document);

} // namespace edgewright::cli
