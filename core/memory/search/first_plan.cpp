// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/first_plan.h"

#include "core/base/propagate.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/placement_orders.h"

#include <utility>

namespace edgewright::memory::search {

Result<FirstPlan> firstPlan(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    std::vector<std::size_t> order = bySize(problem);
    ASSIGN_OR_RETURN(auto plan, placeInOrder(problem, order, Fit::Lowest, run));
    if (options.improved) options.improved(plan);
    return FirstPlan{std::move(plan), std::move(order)};
}

} // namespace edgewright::memory::search
