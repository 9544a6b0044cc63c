// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/search/anytime.h"

#include "core/memory/bounds.h"
#include "core/memory/search/orders.h"

#include <algorithm>
#include <utility>

namespace edgewright::memory::search {

Improver::Improver(const Problem& problem, const Instance& instance, Solution first,
                   const PlannerOptions& options, Clock& clock, std::function<void(const Solution&)> found)
    : m_problem(problem), m_options(options), m_clock(clock), m_found(std::move(found)),
      m_best(std::move(first)), m_instance(instance), m_strategies(portfolio(problem, instance)),
      m_tables(tablesOf(m_instance)), m_state(m_instance, m_tables),
      m_search(m_state, [&clock] { return clock.over(); }), m_bound(m_best.lowerBound) {}

bool Improver::finished() {
    return toBeat() <= m_bound || (m_options.fitIsEnough && fits()) || refused() || m_clock.over();
}

bool Improver::refused() const {
    return m_options.fitIsEnough && m_problem.capacity && m_bound > *m_problem.capacity;
}

void Improver::straightUp() {
    for (const Strategy& strategy : search::straightUp(m_problem, m_instance)) {
        if (finished()) return;
        const std::int64_t before = m_search.nodes();
        const Answer answer = m_search.straightUp(strategy, m_clock.nodesLeft());
        m_clock.spend(m_search.nodes() - before);
        if (answer == Answer::Found) take();
    }
}

void Improver::turn() {
    const auto items = static_cast<std::int64_t>(m_instance.items.size());
    const auto strategies = static_cast<std::int64_t>(m_strategies.size());
    const std::int64_t round = m_turn / strategies;
    const std::int64_t nodes = items + (std::int64_t(64) << std::min<std::int64_t>(round, 40));
    Strategy strategy = m_strategies[static_cast<std::size_t>(m_turn % strategies)];
    ++m_turn;
    if (round > 0 && m_turn % 2 == 0)
        strategy.rank = disturbed(std::move(strategy.rank), 0.02 * static_cast<double>(1 + m_turn % 7),
                                  m_options.seed * 1000003 + static_cast<std::uint64_t>(m_turn));
    atBound(strategy, nodes);
    if (m_problem.capacity && !finished() && !fits() && m_bound < *m_problem.capacity)
        ask(*m_problem.capacity, strategy, nodes);
    if (m_options.fitIsEnough && m_turn % 4 != 0) return;
    // The harder a plan was to find, the smaller the next step.
    while (!finished() && between(strategy, nodes))
        m_ambition = std::max(0.5, m_ambition - 0.05);
    m_ambition = 1 - (1 - m_ambition) * 0.9;
}

void Improver::atBound(const Strategy& strategy, std::int64_t nodes) {
    for (std::int64_t step = 0; !finished();) {
        const std::int64_t capacity = std::min(m_bound + step * m_instance.unit, toBeat() - 1);
        if (ask(capacity, strategy, nodes) != Answer::None) return;
        step = step == 0 ? 1 : step * 2;
    }
}

// The larger m_ambition, the nearer to the best plan so far, and the easier.
bool Improver::between(const Strategy& strategy, std::int64_t nodes) {
    std::int64_t capacity =
        m_bound + static_cast<std::int64_t>(static_cast<double>(toBeat() - m_bound) * m_ambition);
    capacity = std::clamp(capacity, m_bound, toBeat() - 1);
    return ask(capacity, strategy, nodes) == Answer::Found;
}

Answer Improver::ask(std::int64_t capacity, const Strategy& strategy, std::int64_t nodes) {
    const std::int64_t before = m_search.nodes();
    const Answer answer = m_search.run(capacity, strategy, std::min(nodes, m_clock.nodesLeft()));
    m_clock.spend(m_search.nodes() - before);
    if (answer == Answer::None) {
        // Uniform problems have their peaks at whole units.
        const std::int64_t unit = m_instance.uniform ? m_instance.unit : 1;
        m_bound = std::min(std::max(m_bound, (capacity / unit + 1) * unit), toBeat());
    }
    if (answer == Answer::Found) take();
    return answer;
}

void Improver::take() {
    Solution better = concluded(m_problem, offsetsOf(m_problem, m_instance, m_state.offsets()));
    if (better.peak >= m_best.peak) return;
    m_best = std::move(better);
    m_found(m_best);
}

} // namespace edgewright::memory::search
