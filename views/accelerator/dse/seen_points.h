// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a design space that stay in colour: those that meet the constraints and lie in the intervals
// that a person has chosen on the axes of the parallel coordinates.
#pragma once

#include "core/pipeline/costs/exploration.h"

#include <QJsonObject>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::views {

// Both ends belong to it. Of what is varied in the values of cost::Direction::along(), of a measure in those of
// cost::valueOf().
struct AxisInterval {
    double low = 0, high = 0;
    bool contains(double value) const { return value >= low && value <= high; }
    friend bool operator==(const AxisInterval&, const AxisInterval&) = default;
};

// By the name of an axis or a measure (cost::nameOf); no two of them have the same one.
using AxisIntervals = std::map<std::string, AxisInterval, std::less<>>;

// {"sram": [96, 192], "seconds": [0.001, 0.002]}. What is no interval of an axis that there is, is left out.
QJsonObject toJson(const AxisIntervals& intervals);
AxisIntervals intervalsFrom(const QJsonObject& json);

class SeenPoints {
public:
    // Intervals on axes that the space does not vary count for nothing.
    SeenPoints(std::shared_ptr<const pipeline::Explored> explored, const AxisIntervals& intervals);
    // `place` is one of the points.
    bool has(std::size_t place) const {
        return m_explored->isWithin(place) && isInIntervals(m_explored->points[place]);
    }
    bool isInIntervals(const cost::DesignPoint& point) const;
    bool hasIntervals() const { return !m_varied.empty() || !m_measured.empty(); }
    // Points of the front that are seen: as Explored::alongFront().
    std::int64_t alongFront(std::int64_t from, bool isBack) const;

private:
    struct Varied {
        cost::Axis axis;
        cost::Direction values;
        AxisInterval interval;
    };
    struct Measured {
        cost::Measure measure;
        AxisInterval interval;
    };
    std::shared_ptr<const pipeline::Explored> m_explored;
    std::vector<Varied> m_varied;
    std::vector<Measured> m_measured;
};

} // namespace edgewright::views
