// SPDX-License-Identifier: GPL-3.0-or-later
// The largest buffer first, each at the lowest address that is free during its life.
// Objective: small peak. Guarantee: legal, no bound better than no reuse. O(n^2), interval tests only.
// Source: Pisarchyk, Lee, "Efficient Memory Management for Deep Neural Net Inference", arXiv 2001.03288,
// section 5.2, with the lowest instead of the tightest gap.
#include "core/memory/gap_fit.h"
#include "core/memory/planner.h"

#include <algorithm>

namespace edgewright::memory {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    if (auto valid = validate(problem); !valid) return std::move(valid).error();
    std::vector<std::size_t> order(problem.buffers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const Buffer& x = problem.buffers[a];
        const Buffer& y = problem.buffers[b];
        return x.size != y.size ? x.size > y.size : x.lower < y.lower;
    });
    return placeInOrder(problem, order, Gap::Lowest, run);
}

} // namespace

extern const Planner greedy_by_size;
const Planner greedy_by_size{"greedy_by_size", "Largest tensor first, lowest free address", solve};

} // namespace edgewright::memory
