// SPDX-License-Identifier: GPL-3.0-or-later
// The points that a search has tried, and points that it has not.
#pragma once

#include "core/base/run_context.h"
#include "core/cost/search/moves.h"

#include <optional>
#include <unordered_map>

namespace edgewright::cost::search {

struct Trial {
    PointId point = 0;
    double value = 0;
};

class History {
public:
    void add(const Trial& trial) {
        m_trials.push_back(trial);
        m_values.emplace(trial.point, trial.value);
    }
    const std::vector<Trial>& trials() const { return m_trials; } // as they came
    bool knows(PointId point) const { return m_values.contains(point); }
    std::optional<double> find(PointId point) const {
        const auto it = m_values.find(point);
        return it == m_values.end() ? std::nullopt : std::optional(it->second);
    }

private:
    std::vector<Trial> m_trials;
    std::unordered_map<PointId, double> m_values;
};

// The next admitted points of Space::first and Space::hints that nothing is known of, at most `limit`.
std::vector<PointId> firstUnknown(const Space& space, const History& history, std::int64_t limit);

// Admitted points that nothing is known of, at random while that is quick, then the next one in order.
class Unknown {
public:
    Unknown(const Space& space, PointId points) : m_space(space), m_points(points) {}
    // Also passes over what stands in `others`. None: see `exhausted`.
    std::optional<PointId> next(const History& history, std::span<const PointId> others, Random& random,
                                const RunContext& run);
    // The last call found none because there is none, rather than because it gave up.
    bool exhausted() const { return m_exhausted; }

private:
    const Space& m_space;
    PointId m_points;
    Point m_point;
    PointId m_from = 0; // everything below was tried or is not admitted
    bool m_exhausted = false;
};

} // namespace edgewright::cost::search
