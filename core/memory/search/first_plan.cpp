// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/first_plan.h"

#include "core/memory/gap_fit.h"
#include "core/memory/placement_orders.h"

#include <utility>

namespace edgewright::memory::search {

Result<FirstPlan> firstPlan(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    if (auto valid = validate(problem); !valid) return std::move(valid).error();
    std::vector<std::size_t> order = bySize(problem);
    auto plan = placeInOrder(problem, order, Fit::Lowest, run);
    if (!plan) return std::move(plan).error();
    if (options.improved) options.improved(*plan);
    return FirstPlan{std::move(*plan), std::move(order)};
}

} // namespace edgewright::memory::search
