// SPDX-License-Identifier: GPL-3.0-or-later
// The step with the most live bytes first, its largest buffers first, each into the tightest gap.
// Objective: small peak where the operators are heaviest. Guarantee: legal. O(n^2).
// Source: Pisarchyk, Lee, arXiv 2001.03288, section 5.3 (breadth of an operator = sum of the sizes alive at
// it).
#include "core/memory/gap_fit.h"
#include "core/memory/planner.h"

#include <algorithm>

namespace edgewright::memory {

namespace {

// The largest breadth that each buffer sees in its life: placing buffers by it, then by step, then by size,
// visits them as "for each step by breadth, for each buffer alive in it" does.
struct Rank {
    std::int64_t breadth = 0;
    std::int64_t step = 0; // the first step of that breadth
};

std::vector<Rank> ranks(const Problem& problem) {
    // Breadth changes only where some buffer is born or dies.
    std::vector<std::int64_t> times;
    for (const Buffer& buffer : problem.buffers) {
        times.push_back(buffer.lower);
        times.push_back(buffer.upper);
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const auto at = [&](std::int64_t time) {
        return static_cast<std::size_t>(std::ranges::lower_bound(times, time) - times.begin());
    };
    std::vector<std::int64_t> breadth(times.size() + 1, 0);
    for (const Buffer& buffer : problem.buffers) {
        breadth[at(buffer.lower)] += buffer.size;
        breadth[at(buffer.upper)] -= buffer.size;
    }
    for (std::size_t i = 1; i < breadth.size(); ++i)
        breadth[i] += breadth[i - 1];

    std::vector<Rank> result;
    result.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        Rank rank{-1, 0};
        for (std::size_t i = at(buffer.lower); times[i] < buffer.upper; ++i)
            if (breadth[i] > rank.breadth) rank = {breadth[i], times[i]};
        result.push_back(rank);
    }
    return result;
}

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    if (auto valid = validate(problem); !valid) return std::move(valid).error();
    const std::vector<Rank> rank = ranks(problem);
    std::vector<std::size_t> order(problem.buffers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        if (rank[a].breadth != rank[b].breadth) return rank[a].breadth > rank[b].breadth;
        if (rank[a].step != rank[b].step) return rank[a].step < rank[b].step;
        return problem.buffers[a].size > problem.buffers[b].size;
    });
    return placeInOrder(problem, order, Gap::Smallest, run);
}

} // namespace

extern const Planner greedy_by_breadth;
const Planner greedy_by_breadth{"greedy_by_breadth", "Busiest step first, tightest gap", solve};

} // namespace edgewright::memory
