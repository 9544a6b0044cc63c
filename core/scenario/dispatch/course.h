// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a number that changes from event to event, as means over a bounded number of stretches of time.
#pragma once

#include "core/scenario/simulator.h"

#include <algorithm>
#include <utility>

namespace edgewright::scenario {

class CourseRecorder {
public:
    CourseRecorder(std::size_t stretches, Ticks expectedEnd)
        : m_width(std::max<Ticks>(expectedEnd / static_cast<Ticks>(stretches), 1)), m_areas(stretches, 0.0) {}

    // The number was `value` since the last call.
    void until(Ticks now, double value) {
        while (m_last < now) {
            auto stretch = static_cast<std::size_t>(m_last / m_width);
            if (stretch >= m_areas.size()) {
                widen();
                continue;
            }
            const Ticks end = std::min(now, static_cast<Ticks>(stretch + 1) * m_width);
            m_areas[stretch] += value * static_cast<double>(end - m_last);
            m_last = end;
        }
    }
    Course take() const {
        Course course{m_width, {}};
        for (Ticks begin = 0; begin < m_last; begin += m_width)
            course.means.push_back(m_areas[static_cast<std::size_t>(begin / m_width)] /
                                   static_cast<double>(std::min(m_width, m_last - begin)));
        return course;
    }

private:
    void widen() {
        for (std::size_t i = 0; i < m_areas.size(); ++i) {
            const double area = std::exchange(m_areas[i], 0.0);
            m_areas[i / 2] += area;
        }
        m_width *= 2;
    }

    Ticks m_width, m_last = 0;
    std::vector<double> m_areas;
};

} // namespace edgewright::scenario
