// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/order_swaps.h"

#include "core/memory/packing/gap_fit.h"

#include <random>
#include <utility>

namespace edgewright::memory::search {

namespace {

// The places in `order` of the buffers at the peak, and of those before one of them that share a step with it.
void bottleneck(const Problem& problem, const Solution& plan, const std::vector<std::size_t>& order,
                std::vector<std::size_t>& top, std::vector<std::size_t>& below) {
    top.clear();
    below.clear();
    const auto& buffers = problem.buffers;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::size_t i = order[place];
        if (!buffers[i].fixedOffset && plan.offsets[i] + buffers[i].size == plan.peak) top.push_back(place);
    }
    if (top.empty()) return;
    const Buffer& highest = buffers[order[top.back()]];
    for (std::size_t place = 0; place < top.back(); ++place) {
        const Buffer& other = buffers[order[place]];
        if (other.lower < highest.upper && highest.lower < other.upper && !other.fixedOffset)
            below.push_back(place);
    }
}

} // namespace

ClimbLimits longClimb(const Problem& problem) {
    return {.patience = 2000 + 20 * static_cast<std::int64_t>(problem.buffers.size())};
}

Solution hillClimb(const Problem& problem, Solution first, std::vector<std::size_t> order,
                   const PlannerOptions& options, const RunContext& run, Clock& clock,
                   const ClimbLimits& limits) {
    Solution best = first, current = std::move(first);
    std::mt19937_64 random(options.seed);
    const auto upTo = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    std::vector<std::size_t> top, below;
    std::int64_t plans = 0;
    const auto enough = [&] {
        return best.peak <= best.lowerBound ||
               (options.fitIsEnough && problem.capacity && best.peak <= *problem.capacity);
    };
    bottleneck(problem, current, order, top, below);
    while (!enough() && !clock.over() && !top.empty() && plans - best.nodes < limits.patience) {
        const std::size_t place = top[upTo(top.size())];
        // Now and then any two: the bottleneck alone soon leads nowhere.
        const bool anywhere = below.empty() || upTo(10) < 3;
        const std::size_t other = anywhere ? upTo(order.size()) : below[upTo(below.size())];
        std::swap(order[place], order[other]);
        auto next =
            placeInOrder(problem, order, Fit::Lowest, {run.stop, nullptr}, [&] { return clock.over(); });
        ++plans;
        clock.spend(limits.nodesPerPlan);
        if (!next) break;
        if (next->peak > current.peak) {
            std::swap(order[place], order[other]);
            continue;
        }
        current = std::move(*next);
        bottleneck(problem, current, order, top, below);
        if (current.peak >= best.peak) continue;
        const std::int64_t improvements = best.improvements + 1;
        best = current;
        best.improvements = improvements;
        best.nodes = plans;
        if (options.improved) options.improved(best);
    }
    best.nodes = plans;
    if (clock.cancelled() && best.outcome == Outcome::Feasible) best.outcome = Outcome::Cancelled;
    return best;
}

} // namespace edgewright::memory::search
