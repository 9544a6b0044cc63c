// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse/seen_points.h"

#include "views/support/utf8.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

// Calls take(name) for every axis and measure.
template <typename Take>
void forEachName(const Take& take) {
    for (std::size_t i = 0; i < cost::AxisCount; ++i)
        take(cost::nameOf(static_cast<cost::Axis>(i)));
    for (std::size_t i = 0; i < static_cast<std::size_t>(cost::Measure::Count); ++i)
        take(cost::nameOf(static_cast<cost::Measure>(i)));
}

} // namespace

QJsonObject toJson(const AxisIntervals& intervals) {
    QJsonObject json;
    for (const auto& [name, interval] : intervals)
        json.insert(QString::fromStdString(name), QJsonArray{interval.low, interval.high});
    return json;
}

AxisIntervals intervalsFrom(const QJsonObject& json) {
    AxisIntervals intervals;
    forEachName([&](std::string_view name) {
        const QJsonArray ends = json.value(text(name)).toArray();
        if (ends.size() != 2 || !ends[0].isDouble() || !ends[1].isDouble()) return;
        const AxisInterval interval{ends[0].toDouble(), ends[1].toDouble()};
        if (std::isfinite(interval.low) && std::isfinite(interval.high) && interval.low <= interval.high)
            intervals.emplace(name, interval);
    });
    return intervals;
}

SeenPoints::SeenPoints(std::shared_ptr<const pipeline::Explored> explored, const AxisIntervals& intervals)
    : m_explored(std::move(explored)) {
    const cost::DesignSpace& space = m_explored->space();
    for (std::size_t i = 0; i < cost::AxisCount; ++i) {
        const auto axis = static_cast<cost::Axis>(i);
        const auto found = intervals.find(cost::nameOf(axis));
        if (found != intervals.end() && space.varies(axis))
            m_varied.push_back({axis, cost::Direction::along(space, axis), found->second});
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(cost::Measure::Count); ++i) {
        const auto measure = static_cast<cost::Measure>(i);
        if (const auto found = intervals.find(cost::nameOf(measure)); found != intervals.end())
            m_measured.push_back({measure, found->second});
    }
}

bool SeenPoints::isInIntervals(const cost::DesignPoint& point) const {
    for (const Measured& each : m_measured)
        if (!each.interval.contains(cost::valueOf(point, each.measure))) return false;
    if (m_varied.empty()) return true;
    const auto place = m_explored->space().placeOf(point.index);
    return std::ranges::all_of(m_varied, [&](const Varied& each) {
        return each.interval.contains(each.values.value(each.values.slotOf(place)));
    });
}

std::int64_t SeenPoints::alongFront(std::int64_t from, bool isBack) const {
    std::int64_t at = m_explored->alongFront(from, isBack);
    while (at >= 0 && !has(static_cast<std::size_t>(at)))
        at = m_explored->alongFront(at, isBack && from >= 0);
    return at;
}

} // namespace edgewright::views
