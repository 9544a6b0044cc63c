// SPDX-License-Identifier: GPL-3.0-or-later
// Planners that place one buffer after the other and differ by the order alone.
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/placement_orders.h"
#include "core/memory/packing/planner.h"

namespace edgewright::memory {

namespace {

template <std::vector<std::size_t> (*order)(const Problem&), Fit fit>
Result<Solution> placedBy(const Problem& problem, const PlannerOptions&, const RunContext& run) {
    RETURN_IF_ERROR(validate(problem));
    return placeInOrder(problem, order(problem), fit, run);
}

} // namespace

namespace greedy_by_size_planner {

// The largest buffer first, each at the lowest address that is free during its life.
// Objective: small peak. Guarantee: legal, no bound better than no reuse. O(n log^2 n) and the gaps looked at.
// Source: Pisarchyk, Lee, "Efficient Memory Management for Deep Neural Net Inference", arXiv 2001.03288,
// section 5.2, with the lowest instead of the tightest gap.
extern const Planner entry{"greedy_by_size",
                           TRANSLATABLE("Setting", "Largest tensor first, lowest free address"),
                           placedBy<bySize, Fit::Lowest>};

} // namespace greedy_by_size_planner

namespace greedy_by_breadth_planner {

// The step with the most live bytes first, its largest buffers first, each into the tightest gap.
// Objective: small peak where the operators are heaviest. Guarantee: legal. O(n log^2 n) and the gaps looked
// at. Source: Pisarchyk, Lee, arXiv 2001.03288, section 5.3 (breadth of an operator = sum of the sizes alive at
// it).
extern const Planner entry{"greedy_by_breadth", TRANSLATABLE("Setting", "Busiest step first, tightest gap"),
                           placedBy<byBreadth, Fit::Smallest>};

} // namespace greedy_by_breadth_planner

namespace greedy_by_conflicts_planner {

// The buffer that shares a step with the most others first, each at the lowest free address.
// Objective: small peak where lifetimes are tangled. Guarantee: legal. O(n log^2 n) and the gaps looked at.
// Source: greedy_by_conflicts of TVM's Unified Static Memory Planner, tvm-rfcs 0009.
extern const Planner entry{"greedy_by_conflicts",
                           TRANSLATABLE("Setting", "Most neighbours in time first, lowest free address"),
                           placedBy<byConflicts, Fit::Lowest>};

} // namespace greedy_by_conflicts_planner

namespace greedy_by_lifetime_planner {

// The buffer that lives longest first, each at the lowest free address: what stays is at the bottom.
// Objective: small peak where a few buffers outlive all others, as in training. Guarantee: legal. O(n log^2 n)
// and the gaps looked at.
// Source: the duration order of Sekiyama, Imai, Negishi, Kawachiya, "Profile-guided memory optimization for
// deep neural networks", arXiv 1804.10001.
extern const Planner entry{"greedy_by_lifetime",
                           TRANSLATABLE("Setting", "Longest lifetime first, lowest free address"),
                           placedBy<byLifetime, Fit::Lowest>};

} // namespace greedy_by_lifetime_planner

} // namespace edgewright::memory
