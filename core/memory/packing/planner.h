// SPDX-License-Identifier: GPL-3.0-or-later
// A planner: from a problem to offsets.
//
// To add one: write core/memory/planners/<name>.cpp all of it in namespace
// edgewright::memory::<name>_planner, with `extern const Planner entry;` and its definition, and add <name> to
// ENTRIES in core/memory/CMakeLists.txt; those that differ by an argument alone share a file, as <file>:<name>.
// Say objective, guarantee, complexity and source.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/packing/problem.h"
#include "core/memory/packing/prunings.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace edgewright::memory {

// Greedy planners need none of these: they are done at once.
struct PlannerOptions {
    double timeLimitSeconds = 10;
    std::uint64_t seed = 1;      // equal seeds and node limits give equal plans
    std::int64_t nodeLimit = -1; // steps of the search; none where negative
    // A search ends with the first plan that fits the problem's capacity, instead of looking for the smallest.
    bool fitIsEnough = false;
    Prunings prunings = {};
    // Called with each better plan, the first one included, on the thread that searches.
    std::function<void(const Solution&)> improved = {};
};

struct Planner {
    std::string_view name;    // = file name
    std::string_view summary; // TRANSLATABLE("Setting", ...)
    // A legal plan, which may need more than the capacity. Cancelled before there is any: an error.
    Result<Solution> (*solve)(const Problem&, const PlannerOptions&, const RunContext&);
    // Given time, it proves its plan to be the best: if it did not, a limit ended the search.
    bool proves = false;
};

std::span<const Planner* const> planners();
const Planner* findPlanner(std::string_view name);
inline constexpr std::string_view DefaultPlanner = "portfolio"; // where nobody chose one

} // namespace edgewright::memory
