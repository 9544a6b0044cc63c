// SPDX-License-Identifier: GPL-3.0-or-later
// Evolution: children of the best points known, crossed and moved, take the place of worse ones. Where that
// gets no further, a new population grows around the best point. Guarantee: none, but every admitted point in
// the end. Source: Goldberg, Deb, "A comparative analysis of selection schemes used in genetic algorithms",
// FOGA 1 (1991): tournaments, steady state.
#include "core/base/translatable.h"
#include "core/cost/search/strategy.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::search::evolution_strategy {

namespace {

constexpr std::size_t Population = 16;
constexpr std::int64_t Patience = 160; // trials without a better point
constexpr double Immigrants = 0.05;    // share of children that are drawn at random
constexpr double Crossed = 0.4;        // ... that have two parents
constexpr int Attempts = 64;           // at a child that is not known

class Evolution final : public Proposer {
public:
    Evolution(const Space& space, PointId points, std::uint64_t seed)
        : m_space(space), m_unknown(space, points), m_random(seed) {}

    Result<std::vector<PointId>> propose(const History& history, std::int64_t, const RunContext& run) override {
        if (!history.trials().empty()) join(history.trials().back());
        if (auto first = firstUnknown(m_space, history, 1); !first.empty()) return first;
        if (m_drawn++ >= Population && m_population.size() >= 2 && !m_random.chance(Immigrants))
            for (int i = 0; i < Attempts; ++i)
                if (breed())
                    if (const PointId id = idOf(m_space, m_child); !history.knows(id))
                        return std::vector<PointId>{id};
        std::vector<PointId> found;
        if (const auto id = m_unknown.next(history, {}, m_random, run)) found.push_back(*id);
        return found;
    }
    bool triedAll() const override { return m_unknown.exhausted(); }

private:
    // The best first.
    void join(const Trial& trial) {
        const bool isBetter = m_population.empty() || trial.value < m_population.front().value;
        if (std::isfinite(trial.value)) {
            const auto at = std::ranges::upper_bound(m_population, trial.value, {}, &Trial::value);
            m_population.insert(at, trial);
            if (m_population.size() > Population) m_population.pop_back();
        }
        m_idle = isBetter ? 0 : m_idle + 1;
        if (m_idle < Patience) return;
        m_idle = 0;
        m_drawn = 0;
        m_population.resize(std::min<std::size_t>(m_population.size(), 1));
    }
    const Trial& parent() {
        const auto size = static_cast<std::int64_t>(m_population.size());
        return m_population[static_cast<std::size_t>(std::min(m_random.upTo(size), m_random.upTo(size)))];
    }
    bool breed() {
        decode(m_space, parent().point, m_first);
        if (!m_random.chance(Crossed)) return step(m_space, m_random, m_first, m_child);
        decode(m_space, parent().point, m_second);
        if (!cross(m_space, m_random, m_first, m_second, m_child)) return false;
        if (!m_random.chance(0.5)) return true;
        m_first = m_child;
        return step(m_space, m_random, m_first, m_child);
    }

    const Space& m_space;
    Unknown m_unknown;
    Random m_random;
    std::vector<Trial> m_population;
    std::size_t m_drawn = 0;
    std::int64_t m_idle = 0;
    Point m_first, m_second, m_child;
};

Result<std::unique_ptr<Proposer>> start(const Space& space, PointId points, const StrategyOptions& options) {
    return std::unique_ptr<Proposer>(std::make_unique<Evolution>(space, points, options.seed));
}

} // namespace

extern const Strategy entry{.name = "evolution",
                            .title = TRANSLATABLE("Word", "Evolution"),
                            .summary = "Crosses and moves the best mappings",
                            .start = start};

} // namespace edgewright::cost::search::evolution_strategy
