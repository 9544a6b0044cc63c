// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated annealing: from a point to one nearby, always where that is better, and where it is worse by a
// ratio with a chance that falls with the temperature. Cools down over and over, each time twice as slowly,
// from the best point known. A step to a point that is known costs no trial. Guarantee: none, but every
// admitted point in the end. Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by Simulated Annealing",
// Science 220 (1983).
#include "core/base/translatable.h"
#include "core/cost/search/strategy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::cost::search::annealing_strategy {

namespace {

constexpr std::int64_t FirstDraws = 4;    // with Space::first; the best of them is where it begins
constexpr std::int64_t FirstLength = 64;  // trials of the first cooling
constexpr double Hot = 0.2, Cold = 0.002; // temperatures: logarithms of the ratio of two values
constexpr int KnownSteps = 64;            // in a row, before a point at random

class Annealing final : public Proposer {
public:
    Annealing(const Space& space, PointId points, std::uint64_t seed)
        : m_space(space), m_unknown(space, points), m_random(seed) {}

    Result<std::vector<PointId>> propose(const History& history, std::int64_t, const RunContext& run) override {
        if (!history.trials().empty()) arrive(history.trials().back());
        if (auto first = firstUnknown(m_space, history, 1); !first.empty()) return first;
        if (static_cast<std::int64_t>(history.trials().size()) >= FirstDraws && std::isfinite(m_best.value))
            for (int i = 0; i < KnownSteps; ++i) {
                decode(m_space, m_current.point, m_from);
                if (!step(m_space, m_random, m_from, m_to)) break;
                const PointId id = idOf(m_space, m_to);
                const auto known = history.find(id);
                if (!known) return std::vector<PointId>{id};
                consider({id, *known});
            }
        std::vector<PointId> found;
        if (const auto id = m_unknown.next(history, {}, m_random, run)) found.push_back(*id);
        return found;
    }
    bool triedAll() const override { return m_unknown.exhausted(); }

private:
    void arrive(const Trial& trial) {
        if (trial.value < m_best.value) m_best = trial;
        if (++m_moves == m_length) {
            m_moves = 0;
            m_length *= 2;
            m_current = m_best;
        }
        consider(trial);
    }
    void consider(const Trial& trial) {
        const double cooled = static_cast<double>(m_moves) / static_cast<double>(m_length);
        const double temperature = Hot * std::pow(Cold / Hot, cooled);
        if (trial.value <= m_current.value ||
            m_random.chance(std::exp(std::log(m_current.value / trial.value) / temperature)))
            m_current = trial;
    }

    const Space& m_space;
    Unknown m_unknown;
    Random m_random;
    Trial m_best{0, std::numeric_limits<double>::infinity()}, m_current = m_best;
    std::int64_t m_moves = 0, m_length = FirstLength;
    Point m_from, m_to;
};

Result<std::unique_ptr<Proposer>> start(const Space& space, PointId points, const StrategyOptions& options) {
    return std::unique_ptr<Proposer>(std::make_unique<Annealing>(space, points, options.seed));
}

} // namespace

extern const Strategy entry{.name = "annealing",
                            .title = TRANSLATABLE("Word", "Simulated annealing"),
                            .summary = "Simulated annealing",
                            .start = start};

} // namespace edgewright::cost::search::annealing_strategy
