// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/drift.h"

#include <algorithm>
#include <cmath>

namespace edgewright::relay {

bool DriftWatch::add(double time, double now) {
    m_times[m_count++ % Window] = time;
    if (m_count < Least || !(m_planned > 0)) return false;
    if (std::abs(factor() - 1) <= m_share) {
        m_outsideSince.reset();
        return false;
    }
    if (!m_outsideSince) m_outsideSince = now;
    return now - *m_outsideSince >= m_seconds;
}

double DriftWatch::factor() const {
    const std::size_t count = std::min(m_count, Window);
    if (count == 0 || !(m_planned > 0)) return 1;
    std::array<double, Window> sorted = m_times;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(count));
    return *middle / m_planned;
}

} // namespace edgewright::relay
