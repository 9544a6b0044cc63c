// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/explore/best_table.h"

#include <algorithm>
#include <limits>

namespace edgewright::cost {

namespace {

// Of an axis, one for each of its extent; what is not varied has the value of the base.
std::vector<double> axisNumbers(const DesignSpace& space, Axis axis) {
    const auto numbers = [](const auto& values, auto otherwise) {
        std::vector<double> found;
        for (const auto value : values)
            found.push_back(static_cast<double>(value));
        if (found.empty()) found.push_back(static_cast<double>(otherwise));
        return found;
    };
    const Accelerator& base = space.base;
    switch (axis) {
    case Axis::Rows:
        return numbers(space.rows, base.rows);
    case Axis::Cols:
        return numbers(space.cols, base.cols);
    case Axis::Size:
        return numbers(space.sizes, base.rows);
    case Axis::Sram:
        return numbers(space.sramKb, base.ifmapKb + base.filterKb + base.ofmapKb);
    case Axis::Bandwidth:
        return numbers(space.bandwidths, base.dramBytesPerCycle());
    case Axis::Clock:
        return numbers(space.clocks, base.clockGhz);
    case Axis::WordBytes:
        return numbers(space.wordBytes, base.wordBytes);
    case Axis::Arrays:
        return numbers(space.arrays, base.arrays);
    case Axis::Dataflow:
    case Axis::Split:
    case Axis::Resident:
    case Axis::Count:
        break;
    }
    std::vector<double> places;
    for (std::size_t i = 0; i < space.extents()[static_cast<std::size_t>(axis)]; ++i)
        places.push_back(static_cast<double>(i));
    return places;
}

} // namespace

Direction::Direction(const DesignSpace& space, Axis first, Axis second)
    : m_first(static_cast<std::size_t>(first)), m_second(static_cast<std::size_t>(second)),
      m_extent(space.extents()[m_second]) {}

void Direction::number(const std::vector<double>& values) {
    m_values = values;
    std::ranges::sort(m_values);
    m_values.erase(std::unique(m_values.begin(), m_values.end()), m_values.end());
    for (const double value : values)
        m_slots.push_back(
            static_cast<std::size_t>(std::ranges::lower_bound(m_values, value) - m_values.begin()));
}

Direction Direction::along(const DesignSpace& space, Axis axis) {
    Direction made(space, axis, axis);
    const std::vector<double> values = axisNumbers(space, axis);
    made.m_extent = 0; // one place says it all
    made.number(values);
    return made;
}

bool Direction::tellsCells(const DesignSpace& space) {
    constexpr std::size_t MaxArrays = 1'000'000; // each has an entry
    const auto extents = space.extents();
    return extents[static_cast<std::size_t>(Axis::Rows)] * extents[static_cast<std::size_t>(Axis::Cols)] <=
           MaxArrays;
}

Direction Direction::cells(const DesignSpace& space) {
    if (!tellsCells(space)) return none(space);
    if (!space.sizes.empty()) {
        Direction made(space, Axis::Size, Axis::Size);
        made.m_extent = 0;
        std::vector<double> values = axisNumbers(space, Axis::Size);
        for (double& value : values)
            value *= value;
        made.number(values);
        return made;
    }
    Direction made(space, Axis::Rows, Axis::Cols);
    std::vector<double> values;
    for (const double rows : axisNumbers(space, Axis::Rows))
        for (const double cols : axisNumbers(space, Axis::Cols))
            values.push_back(rows * cols);
    made.number(values);
    return made;
}

Direction Direction::none(const DesignSpace& space) {
    Direction made(space, Axis::Rows, Axis::Rows);
    made.m_extent = 0;
    made.number(std::vector<double>(space.extents()[made.m_first], 0.0));
    return made;
}

BestTable::BestTable(const DesignSpace& space, Direction across, Direction down, Measure measure,
                     const Constraints& constraints)
    : m_space(space), m_across(std::move(across)), m_down(std::move(down)), m_measure(measure),
      m_constraints(constraints),
      m_best(m_across.count() * m_down.count(), std::numeric_limits<double>::infinity()),
      m_places(m_best.size()), m_tied(measure) {}

void BestTable::add(std::span<const DesignPoint> points,
                    const std::function<bool(const DesignPoint&)>& isTaken) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!isWithin(m_constraints, points[i]) || (isTaken && !isTaken(points[i]))) continue;
        m_tied.add(points[i]);
        const auto [across, down] = cellOf(points[i].index);
        const std::size_t cell = down * m_across.count() + across;
        const double value = valueOf(points[i], m_measure);
        if (!(value < m_best[cell])) continue;
        m_best[cell] = value;
        m_places[cell] = m_added + i;
    }
    m_added += points.size();
}

std::pair<std::size_t, std::size_t> BestTable::cellOf(std::uint64_t index) const {
    const auto place = m_space.placeOf(index);
    return {m_across.slotOf(place), m_down.slotOf(place)};
}

double BestTable::valueAt(std::size_t across, std::size_t down) const {
    return m_best[down * m_across.count() + across];
}

std::optional<std::size_t> BestTable::at(std::size_t across, std::size_t down) const {
    if (valueAt(across, down) == std::numeric_limits<double>::infinity()) return std::nullopt;
    return m_places[down * m_across.count() + across];
}

} // namespace edgewright::cost
