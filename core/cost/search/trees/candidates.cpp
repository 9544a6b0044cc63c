// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/trees/candidates.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace edgewright::cost::search {

namespace {

constexpr PointId AllPoints = 4096;     // up to so many, all are looked at
constexpr std::size_t Parents = 24;     // the best points tried, which evolution begins with
constexpr std::size_t Newcomers = 384;  // drawn
constexpr std::size_t Generation = 192; // children
constexpr int Generations = 4;

struct Candidate {
    PointId point = 0;
    float predicted = 0;
};

// One to one: the end of Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
PointId scattered(PointId point) {
    point = (point ^ (point >> 30)) * 0xbf58476d1ce4e5b9U;
    point = (point ^ (point >> 27)) * 0x94d049bb133111ebU;
    return point ^ (point >> 31);
}

class Candidates {
public:
    Candidates(const Space& space, const History& history, const CostModel& model, Random& random)
        : m_space(space), m_history(history), m_model(model), m_random(random) {}

    // For `rate`, once.
    void gather(std::span<const Choice> point) {
        const PointId id = idOf(m_space, point);
        if (!m_met.insert(id).second) return;
        m_gathered.push_back(id);
        appendFeatures(m_space, point, m_rows.numbers);
        if (m_rows.width == 0) m_rows.width = m_rows.numbers.size();
    }
    Result<void> rate() {
        if (m_gathered.empty()) return {};
        ASSIGN_OR_RETURN(const std::vector<float> predicted, m_model.predict(m_rows));
        for (std::size_t i = 0; i < m_gathered.size(); ++i)
            m_rated.push_back({m_gathered[i], predicted[i]});
        m_gathered.clear();
        m_rows.numbers.clear();
        // Predictions of trees are often equal: not in the order of the points then, which would favour a
        // corner.
        std::ranges::sort(m_rated, [](const Candidate& a, const Candidate& b) {
            return a.predicted != b.predicted ? a.predicted > b.predicted
                                              : scattered(a.point) < scattered(b.point);
        });
        return {};
    }
    void gatherAll(PointId points) {
        for (PointId id = 0; id < points; ++id) {
            decode(m_space, id, m_first);
            if (!m_history.knows(id) && admits(m_space, m_first)) gather(m_first);
        }
    }
    void gatherFirst() {
        std::vector<Trial> best = m_history.trials();
        const auto parents = std::min(Parents, best.size());
        std::ranges::partial_sort(best, best.begin() + static_cast<std::ptrdiff_t>(parents), {}, &Trial::value);
        for (std::size_t i = 0; i < parents; ++i)
            if (std::isfinite(best[i].value)) {
                decode(m_space, best[i].point, m_first);
                gather(m_first);
            }
        for (std::size_t i = 0; i < Newcomers; ++i)
            if (draw(m_space, m_random, m_first, 16)) gather(m_first);
    }
    void gatherChildren() {
        if (m_rated.empty()) return;
        const auto parents = static_cast<std::int64_t>(std::min(m_rated.size(), 2 * Parents));
        for (std::size_t i = 0; i < Generation; ++i) {
            decode(m_space, m_rated[static_cast<std::size_t>(m_random.upTo(parents))].point, m_first);
            if (m_random.chance(0.3)) {
                decode(m_space, m_rated[static_cast<std::size_t>(m_random.upTo(parents))].point, m_second);
                if (cross(m_space, m_random, m_first, m_second, m_child)) gather(m_child);
            } else if (step(m_space, m_random, m_first, m_child, 16)) {
                gather(m_child);
            }
        }
    }
    // What the model cannot tell from another one comes behind all others.
    std::vector<PointId> best(std::size_t count) const {
        std::vector<PointId> points, alike;
        float last = std::numeric_limits<float>::quiet_NaN();
        for (const Candidate& candidate : m_rated) {
            if (points.size() == count) break;
            if (m_history.knows(candidate.point)) continue;
            (candidate.predicted == last ? alike : points).push_back(candidate.point);
            last = candidate.predicted;
        }
        for (std::size_t i = 0; i < alike.size() && points.size() < count; ++i)
            points.push_back(alike[i]);
        return points;
    }

private:
    const Space& m_space;
    const History& m_history;
    const CostModel& m_model;
    Random& m_random;
    std::unordered_set<PointId> m_met;
    std::vector<PointId> m_gathered;
    Rows m_rows;                    // of those gathered
    std::vector<Candidate> m_rated; // the best first
    Point m_first, m_second, m_child;
};

} // namespace

Result<std::vector<PointId>> promisingPoints(const Space& space, PointId points, const History& history,
                                             const CostModel& model, std::size_t count, Random& random,
                                             const RunContext& run) {
    Candidates candidates(space, history, model, random);
    if (points <= AllPoints) {
        candidates.gatherAll(points);
        RETURN_IF_ERROR(candidates.rate());
        return candidates.best(count);
    }
    candidates.gatherFirst();
    RETURN_IF_ERROR(candidates.rate());
    for (int generation = 0; generation < Generations && !run.stopped(); ++generation) {
        candidates.gatherChildren();
        RETURN_IF_ERROR(candidates.rate());
    }
    return candidates.best(count);
}

} // namespace edgewright::cost::search
