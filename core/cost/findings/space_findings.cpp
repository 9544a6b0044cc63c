// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/findings/space_findings.h"

#include "core/cost/energy/energy_table.h"

#include <algorithm>
#include <limits>

namespace edgewright::cost {

namespace {

bool isRanked(Axis axis) {
    return axis == Axis::Dataflow || axis == Axis::Split || axis == Axis::Resident || axis == Axis::WordBytes;
}

AxisFinding alongAxis(Axis axis, const BestTable& table) {
    AxisFinding found;
    found.axis = axis;
    const Direction& values = table.across();
    std::vector<std::size_t> slots; // that have a possible point
    for (std::size_t slot = 0; slot < values.count(); ++slot)
        if (table.at(slot, 0)) slots.push_back(slot);
    const auto best = [&](std::size_t slot) { return table.valueAt(slot, 0); };
    if (isRanked(axis)) {
        std::ranges::stable_sort(slots, {}, best);
        for (const std::size_t slot : slots)
            found.ranked.emplace_back(values.value(slot), best(slot) / best(slots.front()));
        return found;
    }
    found.largest = found.enough = values.value(slots.back());
    double beyond = std::numeric_limits<double>::infinity(); // the best of the larger ones
    for (std::size_t i = slots.size(); i-- > 0;) {
        if (best(slots[i]) <= beyond * Noticeable) found.enough = values.value(slots[i]);
        beyond = std::min(beyond, best(slots[i]));
    }
    if (slots.size() > 1) found.lastGain = best(slots[slots.size() - 2]) / best(slots.back());
    return found;
}

ClockFinding clockFinding(const DesignSpace& space, const VoltageCurve& curve) {
    const double nominal = space.base.nominalGhz;
    ClockFinding found;
    found.slowest = *std::ranges::min_element(space.clocks);
    found.fastest = *std::ranges::max_element(space.clocks);
    if (!curve.isKnown()) return found;
    found.energyRatio = curve.energy(found.fastest / nominal) / curve.energy(found.slowest / nominal);
    found.known = curve.highest() * nominal;
    return found;
}

} // namespace

SpaceFinder::SpaceFinder(const DesignSpace& space, std::uint64_t spacePoints, const ops::Uncounted& uncounted,
                         const Constraints& constraints) {
    m_found.space = space;
    m_found.spacePoints = spacePoints;
    m_found.uncounted = uncounted;
    m_found.constraints = constraints;
    m_found.meeting.resize(constraintTable().size());
    if (const auto table = energyTable(space.base.energy)) {
        m_found.energyUnit = (*table)->unit;
        if (space.varies(Axis::Clock)) m_found.clock = clockFinding(space, (*table)->clock);
    }
    const auto add = [&](Axis axis, Direction direction) {
        m_along.push_back({axis, BestTable(space, std::move(direction), Direction::none(space),
                                           Measure::Product, constraints)});
    };
    const bool variesArray = space.varies(Axis::Size) || space.varies(Axis::Rows) || space.varies(Axis::Cols);
    if (variesArray && Direction::tellsCells(space)) add(Axis::Count, Direction::cells(space));
    for (const Axis axis : {Axis::Dataflow, Axis::Sram, Axis::Split, Axis::Resident, Axis::Bandwidth,
                            Axis::Clock, Axis::WordBytes, Axis::Arrays})
        if (space.varies(axis)) add(axis, Direction::along(space, axis));
}

void SpaceFinder::add(std::span<const DesignPoint> points) {
    m_found.points += points.size();
    for (Along& each : m_along)
        each.table.add(points);
    for (const DesignPoint& point : points) {
        if (!point.isPossible()) continue;
        ++m_found.possible;
        for (std::size_t i = 0; i < m_found.meeting.size(); ++i)
            if (constraintTable()[i].share(m_found.constraints, point) <= 1) ++m_found.meeting[i];
        if (!isWithin(m_found.constraints, point)) {
            const auto share = [&](const DesignPoint& of) { return largestShare(m_found.constraints, of); };
            if (!m_found.nearest || share(point) < share(*m_found.nearest)) m_found.nearest = point;
            continue;
        }
        ++m_found.within;
        for (TiedBest* each : {&m_product, &m_fastest, &m_leastEnergy, &m_smallest})
            each->add(point);
    }
}

SpaceFindings SpaceFinder::findings(std::size_t front) const {
    SpaceFindings found = m_found;
    found.optimal = front;
    if (found.within == 0) return found;
    found.nearest.reset();
    found.best = SpaceFindings::Best{.product = m_product.best(),
                                     .fastest = m_fastest.best(),
                                     .leastEnergy = m_leastEnergy.best(),
                                     .smallest = m_smallest.best(),
                                     .isProductTied = m_product.isTied(),
                                     .isFastestTied = m_fastest.isTied(),
                                     .isEnergyTied = m_leastEnergy.isTied()};
    for (const Along& each : m_along)
        found.axes.push_back(alongAxis(each.axis, each.table));
    return found;
}

SpaceFindings findingsOf(const DesignSpace& space, std::span<const DesignPoint> points, std::size_t front,
                         const ops::Uncounted& uncounted, const Constraints& constraints) {
    const auto all = space.points();
    SpaceFinder finder(space, all ? *all : points.size(), uncounted, constraints);
    finder.add(points);
    return finder.findings(front);
}

} // namespace edgewright::cost
