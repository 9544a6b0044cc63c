// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/step_cursor.h"

#include <algorithm>

namespace edgewright::views {

void StepCursor::setSides(std::array<Side, 2> sides, std::optional<std::size_t> only) {
    m_sides = std::move(sides);
    m_only = only;
    const std::size_t lead = leading();
    const Side& now = m_sides[lead];
    place(lead, now && m_step ? std::optional(now->stepLike(*m_of, *m_step)) : std::nullopt);
}

std::size_t StepCursor::leading() const {
    if (m_only) return *m_only;
    return m_sides[m_lead] ? m_lead : 1 - m_lead;
}

void StepCursor::prefer(std::size_t column) {
    if (!m_step) m_lead = column;
}

void StepCursor::place(std::size_t column, std::optional<std::int64_t> step) {
    Side side = m_sides[column];
    if (!side) step.reset();
    if (step) {
        step = std::clamp<std::int64_t>(*step, 0, std::max<std::int64_t>(side->steps() - 1, 0));
        m_lead = column;
        m_lead = leading();
        if (const Side& seen = m_sides[m_lead]; seen != side) {
            step = seen ? std::optional(seen->stepLike(*side, *step)) : std::nullopt;
            side = seen;
        }
    }
    m_step = step;
    m_of = step ? side : nullptr;
}

std::optional<std::int64_t> StepCursor::stepIn(std::size_t column) const {
    const Side& side = m_sides[column];
    if (!m_step || !side) return std::nullopt;
    return side == m_of ? *m_step : side->stepLike(*m_of, *m_step);
}

NodeId StepCursor::node() const { return m_step ? m_of->nodeAt(*m_step) : NodeId(); }

} // namespace edgewright::views
