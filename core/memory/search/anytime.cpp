// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/anytime.h"

#include "core/memory/packing/bounds.h"
#include "core/memory/search/strategies.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace edgewright::memory::search {

namespace {

constexpr std::int64_t FirstNodes = 64; // of a turn, beside one for each item; doubles from round to round
constexpr int MaxDoublings = 40;
constexpr double MinTargetFraction = 0.5;

} // namespace

Improver::Improver(const Problem& problem, const Instance& instance, Solution first,
                   const PlannerOptions& options, Clock& clock, std::function<void(const Solution&)> found)
    : m_problem(problem), m_options(options), m_clock(clock), m_found(std::move(found)),
      m_incumbent(std::move(first)), m_instance(instance), m_strategies(portfolio(problem, instance)),
      m_tables(tablesOf(m_instance)), m_state(m_instance, m_tables, options.prunings),
      m_search(m_state, [&clock] { return clock.over(); }), m_bound(m_incumbent.lowerBound) {}

bool Improver::finished() {
    const bool fits = m_problem.capacity && cutoff() <= *m_problem.capacity;
    return cutoff() <= m_bound || (m_options.fitIsEnough && fits) || isRefused() || m_clock.over();
}

bool Improver::isRefused() const {
    return m_options.fitIsEnough && m_problem.capacity && m_bound > *m_problem.capacity;
}

void Improver::greedyDives() {
    for (const Strategy& strategy : diveStrategies(m_problem, m_instance)) {
        if (finished()) return;
        const std::int64_t before = m_search.nodes();
        const Answer answer = m_search.greedyDive(strategy, m_clock.nodesLeft());
        m_clock.spend(m_search.nodes() - before);
        if (answer == Answer::Found) takeFound();
    }
}

void Improver::runTurn() {
    const auto items = static_cast<std::int64_t>(m_instance.items.size());
    const auto strategies = static_cast<std::int64_t>(m_strategies.size());
    const std::int64_t round = m_turn / strategies;
    const std::int64_t nodeLimit = items + (FirstNodes << std::min<std::int64_t>(round, MaxDoublings));
    Strategy strategy = m_strategies[static_cast<std::size_t>(m_turn % strategies)];
    ++m_turn;
    if (round > 0 && m_turn % 2 == 0)
        strategy.rank = disturbed(std::move(strategy.rank), 0.02 * static_cast<double>(1 + m_turn % 7),
                                  m_options.seed * 1000003 + static_cast<std::uint64_t>(m_turn));
    probeBound(strategy, nodeLimit);
    // The harder a plan was to find, the smaller the next step.
    while (!finished() && probeInGap(strategy, nodeLimit))
        m_targetFraction = std::max(MinTargetFraction, m_targetFraction - 0.05);
    m_targetFraction = 1 - (1 - m_targetFraction) * 0.9;
}

// Probes the bound, and as long as capacities are refused, larger ones in steps that double.
void Improver::probeBound(const Strategy& strategy, std::int64_t nodeLimit) {
    for (std::int64_t step = 0; !finished();) {
        const std::int64_t capacity = std::min(m_bound + step * m_instance.unit, cutoff() - 1);
        if (probe(capacity, strategy, nodeLimit) != Answer::None) return;
        step = step == 0 ? 1 : step * 2;
    }
}

// Probes one capacity in [m_bound, cutoff() - 1], m_targetFraction of the gap above the bound: near 1 easy,
// near 0 hard. Requires m_bound < cutoff(). Whether a plan was found.
bool Improver::probeInGap(const Strategy& strategy, std::int64_t nodeLimit) {
    const auto gap = static_cast<double>(cutoff() - m_bound);
    const std::int64_t target = m_bound + static_cast<std::int64_t>(gap * m_targetFraction);
    return probe(std::clamp(target, m_bound, cutoff() - 1), strategy, nodeLimit) == Answer::Found;
}

Answer Improver::probe(std::int64_t capacity, const Strategy& strategy, std::int64_t nodeLimit) {
    assert(m_bound <= capacity && capacity < cutoff());
    const std::int64_t before = m_search.nodes();
    const Answer answer = m_search.run(capacity, strategy, std::min(nodeLimit, m_clock.nodesLeft()));
    m_clock.spend(m_search.nodes() - before);
    if (answer == Answer::None) {
        // Uniform problems have their peaks at whole units.
        const std::int64_t unit = m_instance.uniform && m_options.prunings.wholeUnits ? m_instance.unit : 1;
        m_bound = std::min(std::max(m_bound, (capacity / unit + 1) * unit), cutoff());
    }
    if (answer == Answer::Found) takeFound();
    return answer;
}

void Improver::takeFound() {
    Solution better = concluded(m_problem, offsetsOf(m_problem, m_instance, m_state.offsets()));
    if (better.peak >= m_incumbent.peak) return;
    m_incumbent = std::move(better);
    m_found(m_incumbent);
}

} // namespace edgewright::memory::search
