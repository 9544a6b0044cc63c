// SPDX-License-Identifier: GPL-3.0-or-later
// Percentiles of latencies that were simulated, judged by those of the run.
#pragma once

#include "core/measure/statistics.h"
#include "core/scenario/simulator.h"

#include <array>
#include <optional>

namespace edgewright::serve {

struct PercentileBound {
    const char* name; // for files
    double share;
    double error; // relative, that is asked for at most
};
inline constexpr std::array<PercentileBound, 3> PercentileBounds{
    {{"p50", 0.5, 0.05}, {"p95", 0.95, 0.10}, {"p99", 0.99, 0.15}}};

struct JudgedPercentile {
    PercentileBound bound = {};
    double real = 0, simulated = 0;            // seconds
    std::optional<measure::Interval> interval; // of the run's, scenario::quantileOfRun(), 95 %

    double error() const { return simulated / real - 1; }
    bool isInside() const { return interval && simulated >= interval->low && simulated <= interval->high; }
    // The simulation is as near as is asked for, or so near that the run cannot tell it from itself.
    bool isRight() const;
};
// One for each of PercentileBounds; nothing where one of both has done nothing.
std::optional<std::array<JudgedPercentile, PercentileBounds.size()>>
judge(const scenario::ModelResult& real, const scenario::ModelResult& simulated);

} // namespace edgewright::serve
