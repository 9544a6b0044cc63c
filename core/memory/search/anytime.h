// SPDX-License-Identifier: GPL-3.0-or-later
// Better and better plans of one instance until one is proven to be the best, or the time is over.
#pragma once

#include "core/memory/packing/planner.h"
#include "core/memory/search/capacity_search.h"
#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace edgewright::memory::search {

// A portfolio of strategies takes turns whose node limits grow. Each probes capacities: the proven bound first,
// then some between the bound and the cutoff. A refused capacity raises the bound, a plan lowers the cutoff; at
// the end they meet. A capacity of the problem ends the search (PlannerOptions::fitIsEnough) and changes
// nothing on the way: asking for less never takes more nodes.
class Improver {
public:
    // From a legal plan. The problem must be searchable and have items; `found` is called with each better
    // plan. Refers to the problem, the instance, the options and the clock.
    Improver(const Problem& problem, const Instance& instance, Solution first, const PlannerOptions& options,
             Clock& clock, std::function<void(const Solution&)> found);

    // No better plan is asked for or possible, or the clock is over.
    bool finished();
    // A plan of any peak for each of the orders.
    void greedyDives();
    // The turn of the next strategy.
    void runTurn();
    // Only plans with a smaller peak are of use from now on.
    void setUpperBound(std::int64_t peak) { m_upperBound = std::min(m_upperBound, peak); }
    const Tables& tables() const { return m_tables; }
    std::int64_t bound() const { return m_bound; }        // bytes; no plan is smaller: proven
    std::uint64_t work() const { return m_state.work(); } // so far, see State

private:
    std::int64_t cutoff() const { return std::min(m_incumbent.peak, m_upperBound); } // plans below are of use
    bool isRefused() const;
    void probeBound(const Strategy& strategy, std::int64_t nodeLimit);
    bool probeInGap(const Strategy& strategy, std::int64_t nodeLimit);
    Answer probe(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit);
    void takeFound();

    const Problem& m_problem;
    const PlannerOptions& m_options;
    Clock& m_clock;
    std::function<void(const Solution&)> m_found;
    Solution m_incumbent;
    const Instance& m_instance;
    std::vector<Strategy> m_strategies;
    Tables m_tables;
    State m_state;
    CapacitySearch m_search;
    std::int64_t m_bound; // bytes; below the cutoff until finished()
    std::int64_t m_upperBound = std::numeric_limits<std::int64_t>::max(); // bytes
    std::int64_t m_turn = 0;                                              // how many there were
    double m_targetFraction = 0.5; // of the gap between bound and cutoff, where the next probe lies
};

} // namespace edgewright::memory::search
