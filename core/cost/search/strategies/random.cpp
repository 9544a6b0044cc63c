// SPDX-License-Identifier: GPL-3.0-or-later
// Points at random (moves.h), none twice. Guarantee: every admitted point in the end. What others are compared
// with.
#include "core/base/translatable.h"
#include "core/cost/search/strategy.h"

namespace edgewright::cost::search::random_strategy {

namespace {

class RandomPoints final : public Proposer {
public:
    RandomPoints(const Space& space, PointId points, std::uint64_t seed)
        : m_unknown(space, points), m_random(seed) {}

    Result<std::vector<PointId>> propose(const History& history, std::int64_t, const RunContext& run) override {
        std::vector<PointId> found;
        if (const auto id = m_unknown.next(history, {}, m_random, run)) found.push_back(*id);
        return found;
    }
    bool triedAll() const override { return m_unknown.exhausted(); }

private:
    Unknown m_unknown;
    Random m_random;
};

Result<std::unique_ptr<Proposer>> start(const Space& space, PointId points, const StrategyOptions& options) {
    return std::unique_ptr<Proposer>(std::make_unique<RandomPoints>(space, points, options.seed));
}

} // namespace

extern const Strategy entry{
    .name = "random", .title = TRANSLATABLE("Word", "Random"), .summary = "Mappings at random", .start = start};

} // namespace edgewright::cost::search::random_strategy
