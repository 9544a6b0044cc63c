// SPDX-License-Identifier: GPL-3.0-or-later
// Branch and bound from the lowest address up, over a portfolio of strategies; core/memory/search has the
// parts. Objective: the smallest peak. Guarantee: legal, never above greedy_by_size; Optimal and Infeasible are
// proven (not where gaps keep windows: there only a plan at the lower bound is known to be the best).
// Exponential; the first plan comes at once, better ones until the limits; problems too large for the search
// are left to swaps as in hill_climb. With fitIsEnough: whether the capacity is enough. Source: the canonical
// order is that of Moffitt, "MiniMalloc", ASPLOS 2023, doi 10.1145/3623278.3624752; the branching "this item
// here, or on top of one that it overlaps in part" and the choice of the valley with the fewest candidates are
// ours, after the niches of Cote, Dell'Amico, Iori, "Combinatorial Benders' Cuts for the Strip Packing
// Problem", Operations Research 62 (2014). Beside the items as they are, blocks that fill rectangles are
// packed, which is ours as well (search/stacked_blocks.h); many items may also lie on each other and are moved
// apart (search/separation.h). Where gaps keep windows, swaps as in hill_climb come first.
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/placement_orders.h"
#include "core/memory/packing/planner.h"
#include "core/memory/search/first_plan.h"
#include "core/memory/search/improve.h"
#include "core/memory/search/order_swaps.h"

#include <algorithm>
#include <utility>

namespace edgewright::memory::exact_planner {

namespace {

constexpr std::int64_t MaxPlaced = 70'000; // buffers, by swaps that find nothing better

Result<Solution> solve(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    search::Clock clock(options, run);
    ASSIGN_OR_RETURN(auto first, search::firstPlan(problem, options, run));
    auto& best = first.plan;
    auto& order = first.order;
    const auto enough = [&] {
        return best.peak == best.lowerBound ||
               (options.fitIsEnough && problem.capacity && best.peak <= *problem.capacity);
    };
    for (const auto& byOther : {byLifetime, byConflicts}) {
        if (clock.over() || enough()) break;
        std::vector<std::size_t> otherOrder = byOther(problem);
        auto other =
            placeInOrder(problem, otherOrder, Fit::Lowest, {run.stop, nullptr}, [&] { return clock.over(); });
        if (!other || other->peak >= best.peak) continue;
        other->improvements = best.improvements + 1;
        best = std::move(*other);
        order = std::move(otherOrder);
        if (options.improved) options.improved(best);
    }
    if (enough()) return std::move(best);
    const search::Instance instance = search::instanceOf(problem);
    if (instance.items.empty()) return std::move(best);
    if (!search::searchable(problem, instance))
        return search::hillClimb(problem, std::move(best), std::move(order), options, run, clock,
                                 search::longClimb(problem));
    if (instance.windows) {
        // Interlocking shapes: first fit finds rooms that the search, which stacks, does not look at.
        const auto count = static_cast<std::int64_t>(problem.buffers.size());
        const std::int64_t patience = std::clamp<std::int64_t>(MaxPlaced / count, 20, 2000);
        best = search::hillClimb(problem, std::move(best), std::move(order), options, run, clock,
                                 {.patience = patience, .nodesPerPlan = count});
        if (clock.over() || enough()) return best;
    }
    return search::improve(problem, instance, std::move(best), options, clock);
}

} // namespace

extern const Planner entry{
    .name = "exact",
    .summary = TRANSLATABLE("Setting", "The best plan, proven, or the best until the time is over"),
    .solve = solve,
    .proves = true};

} // namespace edgewright::memory::exact_planner
