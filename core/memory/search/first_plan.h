// SPDX-License-Identifier: GPL-3.0-or-later
// The plan that every search starts from and falls back on.
#pragma once

#include "core/memory/packing/planner.h"

#include <cstddef>
#include <vector>

namespace edgewright::memory::search {

struct FirstPlan {
    Solution plan;
    std::vector<std::size_t> order; // that led to it
};

// Checks the problem, plans it as greedy_by_size and tells of it.
Result<FirstPlan> firstPlan(const Problem& problem, const PlannerOptions& options, const RunContext& run);

} // namespace edgewright::memory::search
