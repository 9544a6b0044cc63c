// SPDX-License-Identifier: GPL-3.0-or-later
// A planner: from a problem to offsets.
//
// To add one: write core/memory/planners/<name>.cpp with `extern const Planner <name>;` and its definition, and
// add <name> to ENTRIES in core/memory/CMakeLists.txt. Say objective, guarantee, complexity and source in the
// file.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/problem.h"

#include <span>
#include <string_view>

namespace edgewright::memory {

struct PlannerOptions {
    double timeLimitSeconds = 10;
};

struct Planner {
    std::string_view name; // = file name
    std::string_view summary;
    Result<Solution> (*solve)(const Problem&, const PlannerOptions&, const RunContext&);
};

std::span<const Planner* const> planners();
const Planner* findPlanner(std::string_view name);

} // namespace edgewright::memory
