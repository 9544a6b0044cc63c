// SPDX-License-Identifier: GPL-3.0-or-later
// The best point by a measure, where a difference that nobody would notice decides nothing: of the points that
// take less than 1 % more than the least, the smallest one.
#pragma once

#include "core/cost/explore/explore.h"
#include "core/cost/explore/measure.h"

#include <limits>
#include <vector>

namespace edgewright::cost {

inline constexpr double Noticeable = 1.01; // times as much

class TiedBest {
public:
    explicit TiedBest(Measure measure) : m_measure(measure) {}
    void add(const DesignPoint& point); // a possible one
    bool isEmpty() const { return m_tied.empty(); }
    // There is one. It is on the Pareto front of all that were added.
    const DesignPoint& best() const;
    bool isTied() const { return valueOf(best(), m_measure) > m_least; } // another one takes less

private:
    Measure m_measure;
    double m_least = std::numeric_limits<double>::infinity();
    std::vector<DesignPoint> m_tied; // those that are the best one for some least value yet to come
};

} // namespace edgewright::cost
