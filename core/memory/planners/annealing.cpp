// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated annealing on the order in which a skyline is filled: always the lowest valley, in it the item that
// comes first in the order. A move gives one item, or a few, another place; worse plans are kept with a chance
// that falls with the temperature.
// Objective: small peak. Guarantee: legal, never above greedy_by_size; finds every plan that is filled from the
// bottom up with probability above zero only in the limit. A plan costs O(overlaps); runs until a limit or the
// bound. Very large problems fall back to swaps as in hill_climb.
// Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by Simulated Annealing", Science 220 (1983).
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/planner.h"
#include "core/memory/search/first_plan.h"
#include "core/memory/search/order_swaps.h"
#include "core/memory/search/strategies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace edgewright::memory::annealing_planner {

namespace {

using namespace search;

constexpr std::int64_t FirstMoves = 500;  // of the first cooling; each one has twice as many as the one before
constexpr std::int64_t MinMoves = 8000;   // before it ends for want of a better plan
constexpr double StartTemperature = 0.01; // of the best peak

class Annealing {
public:
    Annealing(const Problem& problem, const Instance& instance, Solution best, const PlannerOptions& options,
              Clock& clock)
        : m_problem(problem), m_instance(instance), m_tables(tablesOf(instance)),
          m_state(instance, m_tables, options.prunings), m_search(m_state, [&clock] { return clock.over(); }),
          m_options(options), m_clock(clock), m_best(std::move(best)), m_random(options.seed) {}

    Solution run() {
        Strategy current;
        double peak = std::numeric_limits<double>::infinity();
        for (Strategy& strategy : diveStrategies(m_problem, m_instance)) {
            const double itsPeak = current.rank.empty() || !enough() ? evaluate(strategy) : peak;
            if (itsPeak < peak) {
                peak = itsPeak;
                current = std::move(strategy);
            }
        }
        const auto items = static_cast<std::uint32_t>(m_instance.items.size());
        // Cools down over and over, each time more slowly, until that is of no use.
        std::int64_t length = FirstMoves, before = m_best.peak;
        for (std::int64_t move = 0; !enough(); ++move) {
            if (move == length) {
                if (length >= MinMoves && m_best.peak == before) break;
                before = m_best.peak;
                move = 0;
                length *= 2;
            }
            const double left = 1 - static_cast<double>(move) / static_cast<double>(length);
            const double temperature = StartTemperature * left * left * static_cast<double>(m_best.peak);
            Strategy next = current;
            for (std::uint32_t moved = 0; moved < 1 + upTo(3); ++moved)
                std::swap(next.rank[upTo(items)], next.rank[upTo(items)]);
            const double nextPeak = evaluate(next);
            if (nextPeak <= peak || unit() < std::exp((peak - nextPeak) / std::max(temperature, 1e-9))) {
                peak = nextPeak;
                current = std::move(next);
            }
        }
        if (m_clock.cancelled() && m_best.outcome == Outcome::Feasible) m_best.outcome = Outcome::Cancelled;
        m_best.nodes = m_plans;
        return m_best;
    }

private:
    bool enough() {
        return m_best.peak <= m_best.lowerBound || m_clock.over() ||
               (m_options.fitIsEnough && m_problem.capacity && m_best.peak <= *m_problem.capacity);
    }
    double evaluate(const Strategy& strategy) {
        ++m_plans;
        m_clock.spend(1);
        if (m_search.greedyDive(strategy, std::numeric_limits<std::int64_t>::max()) != Answer::Found)
            return std::numeric_limits<double>::max();
        std::int64_t peak = 0;
        for (std::size_t i = 0; i < m_instance.items.size(); ++i)
            peak = std::max(peak, m_state.offsets()[i] * m_instance.unit + m_instance.items[i].bytes);
        if (peak < m_best.peak) {
            Solution plan = concluded(m_problem, offsetsOf(m_problem, m_instance, m_state.offsets()));
            plan.improvements = m_best.improvements + 1;
            plan.nodes = m_plans;
            m_best = std::move(plan);
            if (m_options.improved) m_options.improved(m_best);
        }
        return static_cast<double>(peak);
    }
    std::uint32_t upTo(std::uint32_t end) { return static_cast<std::uint32_t>(m_random() % end); }
    double unit() { return static_cast<double>(m_random() >> 11) * 0x1p-53; }

    const Problem& m_problem;
    const Instance& m_instance;
    Tables m_tables;
    State m_state;
    CapacitySearch m_search;
    const PlannerOptions& m_options;
    Clock& m_clock;
    Solution m_best;
    std::mt19937_64 m_random;
    std::int64_t m_plans = 0;
};

Result<Solution> solve(const Problem& problem, const PlannerOptions& options, const RunContext& run) {
    Clock clock(options, run);
    ASSIGN_OR_RETURN(auto first, firstPlan(problem, options, run));
    auto& [plan, order] = first;
    if (plan.peak == plan.lowerBound) return std::move(plan);
    const Instance instance = instanceOf(problem);
    if (instance.items.empty()) return std::move(plan);
    if (!searchable(problem, instance))
        return hillClimb(problem, std::move(plan), std::move(order), options, run, clock, longClimb(problem));
    return Annealing(problem, instance, std::move(plan), options, clock).run();
}

} // namespace

extern const Planner entry{
    "annealing", TRANSLATABLE("Setting", "Simulated annealing on the order that fills a skyline"), solve};

} // namespace edgewright::memory::annealing_planner
