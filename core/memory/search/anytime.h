// SPDX-License-Identifier: GPL-3.0-or-later
// Better and better plans of one instance until one is proven to be the best, or the time is over.
#pragma once

#include "core/memory/planner.h"
#include "core/memory/search/clock.h"
#include "core/memory/search/depth_first.h"
#include "core/memory/search/instance.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace edgewright::memory::search {

// The portfolio of strategies takes turns that grow: each asks for a plan at the proven bound, then for one
// between the bound and the best plan so far. A refused capacity raises the bound.
class Improver {
public:
    // From a legal plan. The problem must be searchable and have items; `found` is called with each better
    // plan.
    Improver(const Problem& problem, const Instance& instance, Solution first, const PlannerOptions& options,
             Clock& clock, std::function<void(const Solution&)> found);

    // Nothing is left to look for, or the clock is over.
    bool finished();
    // A plan of any peak for each of the orders, without a step back where that can be.
    void straightUp();
    // One strategy.
    void turn();
    // Only plans with a smaller peak are of use from now on.
    void aimBelow(std::int64_t peak) { m_goal = std::min(m_goal, peak); }
    const Tables& tables() const { return m_tables; }
    std::int64_t bound() const { return m_bound; }        // no plan is smaller: proven
    std::uint64_t work() const { return m_state.work(); } // so far, see State

private:
    std::int64_t toBeat() const { return std::min(m_best.peak, m_goal); }
    bool fits() const { return m_problem.capacity && toBeat() <= *m_problem.capacity; }
    bool refused() const;
    void atBound(const Strategy& strategy, std::int64_t nodes);
    bool between(const Strategy& strategy, std::int64_t nodes);
    Answer ask(std::int64_t capacity, const Strategy& strategy, std::int64_t nodes);
    void take(); // what the search has found

    const Problem& m_problem;
    const PlannerOptions& m_options;
    Clock& m_clock;
    std::function<void(const Solution&)> m_found;
    Solution m_best;
    const Instance& m_instance;
    std::vector<Strategy> m_strategies;
    Tables m_tables;
    State m_state;
    DepthFirst m_search;
    std::int64_t m_bound;
    std::int64_t m_goal = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_turn = 0;
    double m_ambition = 0.5;
};

} // namespace edgewright::memory::search
