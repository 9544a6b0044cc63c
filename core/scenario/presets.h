// SPDX-License-Identifier: GPL-3.0-or-later
// MLPerf's four scenarios as data (mlcommons/inference_policies, mlcommons/inference: loadgen).
#pragma once

#include "core/scenario/scenario.h"

namespace edgewright::scenario {

enum class LoadResult { Latency, Rate, Throughput };

struct LoadScenario {
    Choice choice; // "single_stream"
    Arrivals arrivals;
    double seconds = 600;
    std::int64_t minQueries = 0;
    double share = 0; // the percentile that counts, 0.9; 0: none
    LoadResult result = LoadResult::Latency;
};
std::span<const LoadScenario> loadScenarios();
const LoadScenario* findLoadScenario(std::string_view name);

// The bounds of the 99th percentile in the scenario Server.
struct ServerBound {
    std::string_view network; // "ResNet-50"; empty: all others
    double ms = 0;
};
std::span<const ServerBound> serverBounds();

// The arrivals of one model, the duration and the fewest queries of all.
void apply(const LoadScenario& load, Scenario& scenario, std::size_t model);

} // namespace edgewright::scenario
