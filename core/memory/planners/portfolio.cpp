// SPDX-License-Identifier: GPL-3.0-or-later
// The greedy orders, then a short exact search: what is shown where nobody chose a planner. Objective: the
// smallest peak. Guarantee: legal, never above greedy_by_size; Optimal is proven. Nodes of the search end it,
// never the clock, so that one problem has one plan, on every machine and on every page. Time: that of the
// greedy planners and at most MaxNodes nodes of core/memory/planners/exact.cpp, which see for the sources.
#include "core/base/translatable.h"
#include "core/memory/packing/planner.h"

#include <algorithm>
#include <limits>

namespace edgewright::memory::portfolio_planner {

namespace {

constexpr std::int64_t MaxNodes = 20'000;

Result<Solution> solve(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    PlannerOptions brief = options;
    brief.timeLimitSeconds = std::numeric_limits<double>::max();
    brief.nodeLimit = options.nodeLimit < 0 ? MaxNodes : std::min(options.nodeLimit, MaxNodes);
    return findPlanner("exact")->solve(problem, brief, run);
}

} // namespace

extern const Planner entry{
    .name = "portfolio",
    .summary =
        TRANSLATABLE("Setting", "All greedy orders, then a short exact search: the same plan everywhere"),
    .solve = solve};

} // namespace edgewright::memory::portfolio_planner
