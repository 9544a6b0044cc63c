// SPDX-License-Identifier: GPL-3.0-or-later
// A step of one of two plans that stand side by side, and its like in the other one.
#pragma once

#include "views/memory/chart/plan_side.h"

#include <array>

namespace edgewright::views {

class StepCursor {
public:
    using Side = std::shared_ptr<const PlanSide>;

    // `only`: the column in sight; none: both are. The step goes on as the like one of the leading column.
    void setSides(std::array<Side, 2> sides, std::optional<std::size_t> only);
    // The column that cursor and lists are about.
    std::size_t leading() const;
    const Side& side() const { return m_sides[leading()]; } // of the leading column
    const std::array<Side, 2>& sides() const { return m_sides; }
    // That column leads as long as there is no step.
    void prefer(std::size_t column);
    // To a step of a column's plan, clamped into it. A hidden column's becomes the like one of the column in
    // sight.
    void place(std::size_t column, std::optional<std::int64_t> step);
    void clear() { place(m_lead, std::nullopt); }
    std::optional<std::int64_t> step() const { return m_step; } // of the leading column's plan
    std::optional<std::int64_t> stepIn(std::size_t column) const;
    NodeId node() const; // of the step; invalid without one

private:
    std::array<Side, 2> m_sides;
    std::optional<std::size_t> m_only;
    std::size_t m_lead = 1;
    std::optional<std::int64_t> m_step;
    Side m_of; // the plan whose step it is
};

} // namespace edgewright::views
