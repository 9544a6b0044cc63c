// SPDX-License-Identifier: GPL-3.0-or-later
// The best point of a space for each value of one axis, or of two: the others are whatever suits best.
#pragma once

#include "core/cost/explore/explore.h"
#include "core/cost/explore/tied_best.h"

#include <functional>
#include <utility>

namespace edgewright::cost {

// A direction that points are told apart by: the values of an axis, rising where they are numbers, each once.
class Direction {
public:
    static Direction along(const DesignSpace& space, Axis axis);
    static Direction
    cells(const DesignSpace& space); // rows x cols, whatever the shape; none() of too many arrays
    static bool tellsCells(const DesignSpace& space); // that there are not too many
    static Direction none(const DesignSpace& space);  // they are not

    std::size_t count() const { return m_values.size(); }
    // The value of a slot, as a number: of a dataflow or a split its place in the space.
    double value(std::size_t slot) const { return m_values[slot]; }
    std::size_t slotOf(const std::array<std::size_t, AxisCount>& place) const {
        return m_slots[place[m_first] * m_extent + place[m_second]];
    }
    friend bool operator==(const Direction&, const Direction&) = default;

private:
    Direction(const DesignSpace& space, Axis first, Axis second);
    void number(const std::vector<double>& values); // of m_slots

    std::size_t m_first = 0, m_second = 0, m_extent = 1; // axes, and the extent of the second one
    std::vector<std::size_t> m_slots;
    std::vector<double> m_values;
};

class BestTable {
public:
    // For the points that meet `constraints`.
    BestTable(const DesignSpace& space, Direction across, Direction down, Measure measure,
              const Constraints& constraints = {});
    // Adds the points that follow those that were added before; of these only what `isTaken`, where there is
    // one, takes.
    void add(std::span<const DesignPoint> points, const std::function<bool(const DesignPoint&)>& isTaken = {});
    std::size_t added() const { return m_added; }
    const Direction& across() const { return m_across; }
    const Direction& down() const { return m_down; }
    Measure measure() const { return m_measure; }
    // Place among all that were added; nothing: no possible one has these values. The first one of equal ones.
    std::optional<std::size_t> at(std::size_t across, std::size_t down) const;
    double valueAt(std::size_t across, std::size_t down) const; // +inf: no point
    // The best of all that were added, by TiedBest; null: no possible one was.
    const DesignPoint* best() const { return m_tied.isEmpty() ? nullptr : &m_tied.best(); }
    // Across and down, of the point with this index in the space.
    std::pair<std::size_t, std::size_t> cellOf(std::uint64_t index) const;

private:
    DesignSpace m_space;
    Direction m_across, m_down;
    Measure m_measure;
    Constraints m_constraints;
    std::size_t m_added = 0;
    std::vector<double> m_best;
    std::vector<std::size_t> m_places;
    TiedBest m_tied;
};

} // namespace edgewright::cost
