// SPDX-License-Identifier: GPL-3.0-or-later
// Latency over load: all rates of a scenario are scaled together, and each step is simulated.
#pragma once

#include "core/scenario/latency.h"
#include "core/scenario/simulator.h"

#include <array>

namespace edgewright::scenario {

struct LoadPoint {
    double factor = 1;                          // of all rates
    double utilisation = 0;                     // of the core set of which most is asked, as loadsOf()
    std::vector<QuantileEstimate> median, high; // by model, seconds; high: the 99th percentile
    std::vector<double> throughput;             // by model, queries done in a second
};

struct LoadCurve {
    std::vector<LoadPoint> points; // ascending by load
    // By model, the place of the point with the largest power, throughput over median latency (Kleinrock, Power
    // and Deterministic Rules of Thumb for Probabilistic Problems in Computer Communications, 1979): to its
    // right latency grows faster than what is done. Nothing where that still grows at the last point.
    std::vector<std::optional<std::size_t>> knees;
};

// Loads of the busiest core set that sweepLoad() tries.
inline constexpr std::array SweepLoads{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0, 1.05};

// Rates times `factor`, above 0; periods, phases, jitters and recorded times over it. Arrivals that follow what
// is done, or that come at once, stay as they are.
Scenario scaled(const Scenario& scenario, double factor);

// BadInput as simulate(), and where no core set has a load that can be scaled; Cancelled. `limits`: of each
// step.
Result<LoadCurve> sweepLoad(const Scenario& scenario, const Service& service, std::int64_t cores = 1,
                            const SimulationLimits& limits = {.segments = 0, .requests = 0, .stretches = 2},
                            const RunContext& run = {});

} // namespace edgewright::scenario
