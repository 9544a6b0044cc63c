// SPDX-License-Identifier: GPL-3.0-or-later
// Intermediate values: those to be saved, and those that are compared with statistics of another runtime.
#pragma once

#include "app/cli/arguments/execution.h"
#include "app/cli/console.h"
#include "core/exec/executor.h"
#include "core/ir/graph.h"
#include "core/pipeline/provenance.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::cli {

// A JSON object with a member for each value: {"conv1": {"shape": [1,16,8,8], "l2": 12.5, "nonfinite": 0,
// ...}}; more members (min, max, mean, std, dtype) are not read.
struct ValueStats {
    std::string name;
    ir::Dims shape;
    double l2 = 0; // of the finite elements
    std::int64_t nonFinite = 0;
};
Result<std::vector<ValueStats>> readStats(const std::filesystem::path& file);

// Statistics of the values that the graph has: inputs first, then in execution order.
struct WantedStats {
    ValueId value;
    std::string node; // label of the producer, "input" without one
    std::string op;
    ValueStats reference;
};
std::vector<WantedStats> wantedStats(const ir::Graph& graph, std::vector<ValueStats> stats);

struct StatsDifference {
    WantedStats wanted;
    ValueStats actual;
    double relative = 0;  // | ||a|| - ||b|| | / ||b||
    double tolerance = 0; // of that
};
constexpr double StatsTolerance =
    1e-4;                           // of the norm; at least 8 roundings to halves where those lie on the way
constexpr double StatsFloor = 1e-7; // times the root of the number of elements: norms this far apart are equal
// The values whose shape or number of non-finite elements differs, or the norm by more than its tolerance.
// Values that `captured` lacks and those that follow from random numbers are left out. `provenance` is by
// value.
std::vector<StatsDifference> differences(const std::vector<WantedStats>& wanted,
                                         const std::unordered_map<ValueId, ir::Tensor>& captured,
                                         const std::vector<pipeline::Provenance>& provenance);

Json toJson(const StatsDifference& difference);
std::string textOf(const StatsDifference& difference);

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
