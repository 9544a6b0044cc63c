// SPDX-License-Identifier: GPL-3.0-or-later
// Every admitted point, in order. Guarantee: with enough trials, the best point, the first of several.
// O(points).
#include "core/base/translatable.h"
#include "core/cost/search/strategy.h"

#include <algorithm>

namespace edgewright::cost::search::exhaustive_strategy {

namespace {

constexpr std::int64_t Batch = 4096;
constexpr PointId Between = PointId(1) << 16; // polls

class Exhaustive final : public Proposer {
public:
    Exhaustive(const Space& space, PointId points) : m_space(space), m_points(points) {}

    Result<std::vector<PointId>> propose(const History&, std::int64_t limit, const RunContext& run) override {
        std::vector<PointId> found;
        const auto wanted = static_cast<std::size_t>(std::min(limit, Batch));
        for (; m_next < m_points && found.size() < wanted; ++m_next) {
            if (m_next % Between == 0 && run.stopped()) break;
            decode(m_space, m_next, m_point);
            if (admits(m_space, m_point)) found.push_back(m_next);
        }
        return found;
    }
    bool triedAll() const override { return m_next == m_points; }

private:
    const Space& m_space;
    PointId m_points, m_next = 0;
    Point m_point;
};

Result<std::unique_ptr<Proposer>> start(const Space& space, PointId points, const StrategyOptions&) {
    return std::unique_ptr<Proposer>(std::make_unique<Exhaustive>(space, points));
}

} // namespace

extern const Strategy entry{.name = "exhaustive",
                            .title = TRANSLATABLE("Word", "Exhaustive"),
                            .summary = "Every mapping, in order",
                            .start = start,
                            .enumerates = true};

} // namespace edgewright::cost::search::exhaustive_strategy
